import ArgumentParser
import Foundation
import JobQueue

/// `headshot result`: where a job's headshot lies.
struct ResultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "result",
        abstract: "Print the path of a job's headshot, and nothing else.",
        discussion: HelpText.ending(
            ["headshot result 7m2kq4x0ab", "cp \"$(headshot result 7m2kq4x0ab)\" me.png"],
            [.done, .badEnds, .usage, .disk, .configuration]))

    @Argument(help: ArgumentHelp("The job.", valueName: "id"))
    var job: String

    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home) { session in
            try await session.takeBackOrphans()
            let (job, charges) = try await session.job(job)
            guard let path = job.result else {
                let words = JobWords(job, charges, now: session.configuration.environment.now)
                throw CommandError.noHeadshot(
                    job: job.id.rawValue, why: words.sentence, next: words.nextStep)
            }
            guard FileManager.default.fileExists(atPath: path) else {
                throw CommandError.headshotGone(path: path)
            }
            try Answers.write(line: path)
        }
    }
}
