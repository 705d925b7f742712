package import Foundation
package import JobQueue

/// Every gate that was ever closed, in its present state.
package struct GateAnswer: Encodable {
    /// One gate.
    package struct GateReport: Encodable {
        package let provider: String
        /// The model whose requests the gate stops; absent for every request to the provider.
        package let model: String?
        /// `open`, `closed` until a time, or `halted` until the user clears it.
        package let state: String
        package let reason: String
        package let opens: Date?
        package let sentence: String
        package let advice: String?
        package let detail: String?
        package let changed: Date
    }

    package let gates: [GateReport]

    /// - Parameter advice: What to do about a closed gate.
    package init(
        _ gates: [Gate], now: Date, timeZone: TimeZone = TimeWords.zone,
        advice: (GateWords) -> String = { $0.wait ?? "" }
    ) {
        self.gates = gates.map { gate in
            let words = GateWords(gate, now: now, timeZone: timeZone)
            let isClosed = !gate.isHalted && gate.opens > now
            return GateReport(
                provider: gate.provider, model: gate.model,
                state: gate.isHalted ? "halted" : isClosed ? "closed" : "open",
                reason: words == nil ? "open" : gate.reason, opens: isClosed ? gate.opens : nil,
                sentence: words?.sentence ?? Self.openSentence(gate),
                advice: words.map(advice), detail: words?.detail, changed: gate.changed)
        }
    }

    private static func openSentence(_ gate: Gate) -> String {
        guard let allowed = gate.allowed else { return "Requests may be sent." }
        return "Requests may be sent, \(allowed) at a time; each answer lets one more through."
    }
}
