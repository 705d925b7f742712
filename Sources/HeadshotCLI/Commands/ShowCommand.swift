import Answers
import ArgumentParser
import HeadshotWorker
import JobQueue
import Setup

/// `headshot show`: prints everything that is stored about one job.
struct ShowCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "show", "Show everything that is kept of a job.",
        """
        With --json also the prompt's text, the facts of the photo, and each finding with its rule, the value \
        seen and the limit. Money is in millionths of a US dollar; what is not known is left out.
        """,
        examples: ["headshot show 7m2kq4x0ab", "headshot show 7m2kq4x0ab --json"],
        exits: [.disk, .configuration])

    @Argument(help: ArgumentHelp("The job.", valueName: "id"), completion: .jobs)
    var job: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func run(in session: Session) async throws {
        try await session.takeBackOrphans()
        let found = try await session.job(job)
        let now = session.now
        let gate = try await session.store.gates().holding(found.job.provider, at: now)
        let report = JobReport(
            found.job, found.charges,
            keptAnswer: await session.home.keptAnswer(to: found.charges), gate: gate,
            results: session.results, now: now)
        try Output.print(report, asJSON: output.json)
    }
}
