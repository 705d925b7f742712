import Answers
import ArgumentParser
import Foundation
import JobQueue
import Setup

/// `headshot gate`: says why nothing is sent, and what to do.
struct GateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate",
        abstract: "Show or clear what keeps requests from being sent.",
        discussion: HelpText.ending(
            ["headshot gate", "headshot gate clear"],
            [.done, .usage, .halted, .disk, .tryLater, .configuration]),
        subcommands: [GateShowCommand.self, GateClearCommand.self],
        defaultSubcommand: GateShowCommand.self)
}

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

/// `headshot gate clear`: opens the gates again.
struct GateClearCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Let requests be sent again, one at first, after fixing what halted them.",
        discussion: HelpText.ending(
            ["headshot gate clear"], [.done, .usage, .disk, .configuration]))

    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home) { session in
            let now = session.configuration.environment.now
            var cleared: [String] = []
            let providers = Set(try await session.store.gates().map(\.provider)).sorted()
            for provider in providers
            where try await session.store.clearGate(of: provider, now: now) {
                cleared.append(provider)
            }
            try Output.write(
                line: cleared.isEmpty
                    ? "No gate was closed."
                    : "\(cleared.joined(separator: ", ")): requests may be sent, one at first.")
        }
    }
}
