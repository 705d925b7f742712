import Answers
import ArgumentParser
import Foundation
import HeadshotWorker
import JobQueue
import Setup

/// `headshot prune`: removes old jobs with their photos.
struct PruneCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "prune", "Remove jobs that ended long ago, with their photos.",
        """
        Headshots stay unless --with-headshots is given; charges always stay. Uncertain jobs stay until they \
        are resolved. Photos in the store that no job needs are removed too, those that apps handed in more than \
        a day ago, and answers to jobs that the queue does not have.
        """,
        examples: [
            "headshot prune --dry-run", "headshot prune --older-than 7d",
            "headshot prune --state rejected --older-than 1h --with-headshots",
        ], exits: [.badEnds, .disk, .configuration])

    @Option(
        help: ArgumentHelp(
            "How long ago a job must have ended, as '12h'. Default: 30d.", valueName: "time"))
    var olderThan: TimeSpan?

    @Option(
        help: "Only jobs in this state; may be given several times. Default: all but uncertain.")
    var state: [JobState] = []

    @Flag(help: "Only say what would be removed.")
    var dryRun = false

    @Flag(help: "Remove the headshots too.")
    var withHeadshots = false

    @Option(
        help: ArgumentHelp(
            "The folder in which to look for headshots.",
            discussion: "Default: $HEADSHOT_RESULTS, else 'results' in the home.",
            valueName: "folder"), completion: .directory)
    var results: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func validate() throws {
        if let state = state.first(where: { !Self.removable.contains($0) }) {
            throw ValidationError("Jobs that are \(state.rawValue) are never removed.")
        }
    }

    func run(in session: Session) async throws {
        try await session.takeBackOrphans()
        let environment = session.configuration.environment
        let janitor = session.janitor
        let plan = PrunePlan(
            endedBefore: environment.now - (olderThan ?? Self.month).duration / .seconds(1),
            states: state.isEmpty ? Self.removable : state, withHeadshots: withHeadshots,
            results: session.configuration.results(results, in: session.home))
        let outcome =
            dryRun
            ? try await plan.preview(session.store, janitor, now: environment.now)
            : try await plan.run(session.store, janitor, now: environment.now)
        let failures =
            (outcome.missing ?? []).map(ResultWords.missing)
            + (outcome.failed ?? []).map(\.sentence)
        for sentence in failures where !output.json { note(sentence) }
        try Output.print(outcome, asJSON: output.json)
        if !failures.isEmpty { try ExitStatus.badEnds.end() }
    }

    /// Long enough to look back at last month's jobs.
    private static let month = TimeSpan(days: 30)

    /// The states of jobs that are finished and whose charges are known.
    static let removable: [JobState] = [.succeeded, .rejected, .failed, .cancelled]
}
