import Answers
import ArgumentParser
import Companion
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

        Without --older-than and --state, a space that says how long things are kept (space set --keep-jobs, --keep-photos, \
        --keep-headshots; HEADSHOT_KEEP_JOBS and its like for the command line's own) is judged by that, and the others by \
        30d. 'headshot serve' and 'headshot worker' remove what is not kept any longer each hour; this does it at once.
        """,
        examples: [
            "headshot prune --dry-run", "headshot prune --older-than 7d",
            "headshot prune --state rejected --older-than 1h --with-headshots",
        ],
        exits: [
            .badEnds("a headshot is not at its place, or something could not be removed"), .disk,
            .away, .configuration,
        ])

    @Option(
        help: ArgumentHelp("How long ago a job must have ended, as '12h'. Default: 30d.", "time"))
    var olderThan: TimeSpan?

    @Option(
        help: "Only jobs in this state; may be given several times. Default: all but uncertain.")
    var state: [JobState] = []

    @Flag(help: "Only say what would be removed.")
    var dryRun = false

    @Flag(help: "Remove the headshots too.")
    var withHeadshots = false

    @OptionGroup var results: ResultsOptions

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func validate() throws {
        if let state = state.first(where: { !Self.removable.contains($0) }) {
            throw UsageError("Jobs that are \(state.rawValue) are never removed.")
        }
    }

    func run(in session: Session) async throws {
        try await session.takeBackOrphans()
        let environment = session.configuration.environment
        let session = session.saving(in: results.results)
        let janitor = session.janitor
        let plan = PrunePlan(
            endedBefore: environment.now - (olderThan ?? Self.month).duration / .seconds(1),
            states: state.isEmpty ? Self.removable : state,
            rules: olderThan == nil && state.isEmpty
                ? try await session.store.keepingRules(own: session.configuration.keeping()) : nil,
            withHeadshots: withHeadshots,
            results: session.results)
        let outcome =
            dryRun
            ? try await plan.preview(session.store, janitor, now: environment.now)
            : try await plan.run(session.store, janitor, session.keeper(), now: environment.now)
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

/// Which jobs are old enough to remove, and whether to remove their headshots, too.
struct PrunePlan {
    let endedBefore: Date
    let states: [JobState]
    /// The spaces that say how long things are kept; `nil` if they are judged like all others.
    let rules: KeepingRules?
    let withHeadshots: Bool
    /// The folder of headshots, to find them and unfinished files in.
    let results: String

    func preview(_ store: JobStore, _ janitor: Janitor, now: Date) async throws
        -> PruneAnswer
    {
        var outcome = PruneAnswer(isDryRun: true)
        let count = try await store.removableCount(
            endedBefore: endedBefore, states: states, besides: rules)
        outcome.jobs = count.jobs
        outcome.photos = count.photos
        outcome.headshots = withHeadshots ? count.results : 0
        if let rules {
            let outlived = try await store.outlivedCount(by: rules, now: now)
            outcome.jobs += outlived.jobs
            outcome.photos += outlived.photos
            outcome.headshots += outlived.headshots
        }
        outcome.uploads = try await store.uploadCount(before: now - Janitor.uploadLife)
        outcome.note(try await leftovers(janitor, now))
        return outcome
    }

    /// Removes the jobs, some at a time, and unneeded files; what an interrupted run has left, the next one removes.
    func run(
        _ store: JobStore, _ janitor: Janitor, _ keeper: Keeper, now: Date
    ) async throws -> PruneAnswer {
        var outcome = PruneAnswer(isDryRun: false)
        if rules != nil {
            let outlived = try await keeper.removeOld()
            outcome.jobs += outlived.jobs
            outcome.photos += outlived.photos
            outcome.headshots += outlived.headshots
        }
        var problems: [JobID: String] = [:]
        var progress = ProgressLine()
        var last: JobID?
        var staying = 0
        while true {
            let jobs = try await store.removable(
                endedBefore: endedBefore, states: states, besides: rules, newerThan: last,
                limit: Self.chunk)
            // Jobs that stay are passed over.
            guard let newest = jobs.last else { break }
            last = newest.id
            let removal = try await janitor.remove(
                jobs, withHeadshotsIn: withHeadshots ? results : nil)
            outcome.jobs += removal.jobs.count
            outcome.photos += removal.photos.count
            outcome.headshots += removal.results.count
            if !removal.missing.isEmpty {
                outcome.missing = (outcome.missing ?? []) + removal.missing
            }
            for problem in ResultWords.problems(removal) {
                problems[problem.id] = problem.sentence
            }
            staying += Set(removal.problems.keys).subtracting(removal.jobs).count
            progress.show("\(CountWords.jobs(outcome.jobs)) removed so far")
            try await store.letOthersIn()
        }
        progress.clear()
        outcome.staying = staying
        if !problems.isEmpty {
            outcome.failed = problems.sorted { $0.key < $1.key }
                .map { PruneAnswer.Failure(id: $0.key, sentence: $0.value) }
        }
        outcome.uploads = try await janitor.removeUploads(before: now - Janitor.uploadLife)
        try await janitor.finish(results: results)
        let leftovers = try await leftovers(janitor, now)
        outcome.note(try await janitor.remove(leftovers))
        return outcome
    }

    private func leftovers(_ janitor: Janitor, _ now: Date) async throws -> Leftovers {
        let moment = now - Self.leftoverAge
        return try await janitor.leftovers(
            before: moment, answersBefore: min(moment, endedBefore), results: results)
    }

    /// Their rows and the names of their files are in memory at once.
    private static let chunk = 1000

    /// In seconds; after a day no process is still writing the file or submitting the photo.
    private static let leftoverAge: TimeInterval = 86_400
}

/// What was removed, or would be.
struct PruneAnswer: CommandAnswer {
    /// What could not be removed of a job, and why.
    struct Failure: Encodable {
        let id: JobID
        let sentence: String
    }

    let isDryRun: Bool
    var jobs = 0
    var photos = 0
    var headshots = 0
    var uploads = 0
    var orphanPhotos = 0
    var temporaryFiles = 0
    /// Where headshots should have been that were not there to be removed; absent if all were.
    var missing: [String]?
    /// Absent if all could be removed.
    var failed: [Failure]?
    /// How many jobs stay, since they have a file that cannot be removed.
    var staying = 0

    mutating func note(_ leftovers: Leftovers) {
        orphanPhotos = leftovers.photos.count
        temporaryFiles = leftovers.temporaryFiles.count
    }

    private enum CodingKeys: String, CodingKey {
        case isDryRun = "dryRun"
        case jobs, photos, headshots, uploads, orphanPhotos, temporaryFiles, missing, failed
    }

    var text: String {
        let removed = CountWords.list([
            (jobs, "job", "jobs"), (photos, "photo", "photos"),
            (headshots, "headshot", "headshots"),
            (uploads, "old upload", "old uploads"),
            (orphanPhotos, "photo that no job needs", "photos that no job needs"),
            (temporaryFiles, "unfinished file", "unfinished files"),
        ])
        let stay = staying == 1 ? "1 job stays" : "\(staying) jobs stay"
        guard let removed else {
            return staying == 0 ? "There is nothing to remove." : "Removed nothing; \(stay)."
        }
        let verb = isDryRun ? "Would remove" : "Removed"
        return "\(verb) \(removed)\(staying == 0 ? "" : "; \(stay)")."
    }
}
