import Answers
import ArgumentParser
import Foundation
import Ground
import JobQueue
import Setup

/// `headshot gate`: says why nothing is sent, and what to do.
struct GateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "gate", "Show or clear what keeps requests from being sent.",
        examples: ["headshot gate", "headshot gate clear"],
        exits: [.halted, .disk, .tryLater(GateShowCommand.waiting), .configuration],
        subcommands: [GateShowCommand.self, GateClearCommand.self],
        defaultSubcommand: GateShowCommand.self)
}

/// `headshot gate show`: says what keeps requests from being sent.
struct GateShowCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "show", "Show whether requests may be sent, and if not, why and until when.",
        examples: ["headshot gate", "headshot gate show --json"],
        exits: [.halted, .disk, .tryLater(waiting), .configuration])

    fileprivate static let waiting = "nothing is sent until a time, or the queue does not answer"

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run(in session: Session) async throws {
        let now = session.now
        let gates = try await session.store.gates()
        try Output.print(GateAnswer(gates, now: now, advice: \.advice), asJSON: output.json)
        if (try? session.configuration.keyedProviders())?.isEmpty == true {
            note(
                "No API key is set here. Without one, a worker does the jobs of the provider 'local', which no gate holds up."
            )
        }
        try ExitStatus(gates: gates, now: now).end()
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
struct GateClearCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "clear", "Let requests be sent again, one at first, after fixing what halted them.",
        examples: ["headshot gate clear"], exits: [.disk, .away, .configuration])

    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run(in session: Session) async throws {
        let now = session.now
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

extension GateAnswer: CommandAnswer {
    var text: String {
        guard !gates.isEmpty else { return "Requests may be sent." }
        return gates.map { gate in
            let isOpen = gate.advice == nil
            var fields = FieldList()
            let name = [gate.provider, gate.model].compactMap(\.self).joined(separator: " ")
            fields.add(name, isOpen ? gate.sentence : "\(gate.state): \(gate.sentence)")
            fields.add("next", gate.advice)
            fields.add("detail", gate.detail)
            return fields.text
        }.joined(separator: "\n\n")
    }
}
