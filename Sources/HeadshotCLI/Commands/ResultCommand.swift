import Answers
import ArgumentParser
import Foundation
import JobQueue
import Setup

/// `headshot result`: prints the paths of headshots.
struct ResultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "result",
        abstract: "Print the paths of jobs' headshots, one a line, and nothing else.",
        discussion: """
            A job without a headshot stops no other; it is told on standard error. 'headshot export' copies \
            headshots under names of your own.

            \(HelpText.ending(
                [
                    "headshot result 7m2kq4x0ab", "cp \"$(headshot result 7m2kq4x0ab)\" me.png",
                    "headshot result --all --person anna",
                ], [.done, .badEnds, .usage, .disk, .configuration]))
            """)

    @OptionGroup var chosen: JobChoiceOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func validate() throws {
        try chosen.filter.mustBe(in: [.succeeded], toBe: "asked for a headshot")
    }

    func run() async throws {
        try await Session.run(home) { session in
            try await session.takeBackOrphans()
            let jobs = try await ChosenJobs(chosen, states: [.succeeded], in: session)
            _ = jobs.tellIfEmpty()
            try await DecisionReport.answer(on: jobs, asJSON: output.json) { batch, report in
                for job in batch { try await tell(job, &report, session) }
            }
        }
    }

    private func tell(
        _ job: Job, _ report: inout DecisionReport, _ session: Session
    ) async throws {
        guard let path = job.result else {
            let words = JobWords(
                job, try await session.job(job.id.description).charges,
                now: session.configuration.environment.now)
            let error = CommandError.noHeadshot(
                job: job.id.description, why: words.sentence, next: words.nextStep?.commandWords)
            return report.refuse(job.id, job.state, UserMessage(error))
        }
        guard FileManager.default.fileExists(atPath: path) else {
            return report.refuse(
                job.id, job.state, UserMessage(CommandError.headshotGone(path: path)))
        }
        report.did(
            .init(id: job.id, done: true, state: job.state, result: path), path)
    }
}
