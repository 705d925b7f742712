import Answers
import ArgumentParser
import Companion
import HeadshotWorker
import JobQueue
import Setup

/// `headshot usage`: prints the use of caps and money.
struct UsageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "usage", "Show who used what of the day's headshots, and the money by kind.",
        """
        Money is 'known' where it was counted from the answers' tokens, 'estimated' where an answer came without \
        them, and 'unknown' where a request may have been charged and that is not known. The bill is the provider's.
        """,
        examples: ["headshot usage", "headshot usage --person anna --json"],
        exits: [.disk, .configuration])

    @OptionGroup var filter: PersonFilter

    @OptionGroup var cap: CapOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home, cap: cap.overrides) { session in
            var cap = try await session.limits()
            let now = session.now
            let person = filter.person
            if let space = filter.space {
                // The budget for all says nothing about the sums of some.
                cap.spend = try await session.record(of: space).settings.budget
            } else if person != nil {
                cap.spend = nil
            }
            let answer = try await session.people.usage(
                in: filter.space, of: person, cap: cap, now: now)
            try Output.print(answer, asJSON: output.json)
        }
    }
}
