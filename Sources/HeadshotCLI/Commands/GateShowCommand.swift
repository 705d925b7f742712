import ArgumentParser
import Foundation
import JobQueue

/// `headshot gate show`: what keeps requests from being sent.
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
            try Answers.print(GateAnswer(gates, now: now), asJSON: output.json)
            try ExitStatus(gates: gates, now: now).end()
        }
    }
}

extension ExitStatus {
    /// What gates mean for whoever wants to send.
    init(gates: [Gate], now: Date) {
        if gates.contains(where: \.isHalted) {
            self = .halted
        } else {
            self = gates.contains { $0.opens > now } ? .tryLater : .done
        }
    }
}

/// Every gate that was ever closed, with what it says now.
struct GateAnswer: CommandAnswer {
    /// One of them.
    struct Line: Encodable {
        let provider: String
        /// `open`, `closed` until a time, or `halted` until a person clears it.
        let state: String
        let reason: String
        let opens: Date?
        let sentence: String
        let advice: String?
        let detail: String?
        let changed: Date
    }

    let gates: [Line]

    init(_ gates: [Gate], now: Date, timeZone: TimeZone = .current) {
        self.gates = gates.map { gate in
            let words = GateWords(gate, now: now, timeZone: timeZone)
            let isClosed = !gate.isHalted && gate.opens > now
            return Line(
                provider: gate.provider,
                state: gate.isHalted ? "halted" : isClosed ? "closed" : "open",
                reason: words == nil ? "open" : gate.reason, opens: isClosed ? gate.opens : nil,
                sentence: words?.sentence ?? Self.openSentence(gate), advice: words?.advice,
                detail: words?.detail, changed: gate.changed)
        }
    }

    var text: String {
        guard !gates.isEmpty else { return "Requests may be sent." }
        return gates.map { gate in
            let isOpen = gate.advice == nil
            var fields = FieldList()
            fields.add(gate.provider, isOpen ? gate.sentence : "\(gate.state): \(gate.sentence)")
            fields.add("next", gate.advice)
            fields.add("detail", gate.detail)
            return fields.text
        }.joined(separator: "\n\n")
    }

    private static func openSentence(_ gate: Gate) -> String {
        guard let allowed = gate.allowed else { return "Requests may be sent." }
        return "Requests may be sent, \(allowed) at a time; each answer lets one more through."
    }
}
