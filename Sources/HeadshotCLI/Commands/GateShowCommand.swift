import Answers
import ArgumentParser
import Foundation
import JobQueue
import Setup

/// `headshot gate show`: says what keeps requests from being sent.
struct GateShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show whether requests may be sent, and if not, why and until when.",
        discussion: HelpText.ending(
            ["headshot gate", "headshot gate show --json"],
            [.done, .usage, .halted, .disk, .tryLater, .configuration]))

    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home) { session in
            let now = session.configuration.environment.now
            let gates = try await session.store.gates()
            try Output.print(
                GateAnswer(gates, now: now, wording: \.commandWords), asJSON: output.json)
            try ExitStatus(gates: gates, now: now).end()
        }
    }
}

extension ExitStatus {
    /// The answer for some gates.
    init(gates: [Gate], now: Date) {
        if gates.contains(where: \.isHalted) {
            self = .halted
        } else {
            self = gates.contains { $0.opens > now } ? .tryLater : .done
        }
    }
}
