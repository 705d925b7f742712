public import Foundation

/// The shared "not before" of one provider key: a cooldown, or a halt.
public struct Gate: Sendable, Equatable {
    /// Whose gate it is.
    public let provider: String
    /// No request before this time.
    public internal(set) var opens: Date
    /// How many requests may be on their way at once; `nil` is any number.
    ///
    /// One once it was closed: the probe. Each answer lets one more through, so that those who waited for the provider
    /// do not all come back at once.
    public internal(set) var allowed: Int?
    /// Whether nothing goes through until a person clears it.
    public internal(set) var isHalted: Bool
    /// Server errors or failed connections in a row.
    public internal(set) var failures: Int
    /// A stable code: why it is as it is.
    public internal(set) var reason: String
    /// What the provider said, for the operator.
    public internal(set) var detail: String?
    /// When it last changed.
    public internal(set) var changed: Date

    /// A gate that lets everything through.
    static func open(for provider: String, now: Date) -> Gate {
        Gate(
            provider: provider, opens: Date(milliseconds: 0), allowed: nil, isHalted: false,
            failures: 0, reason: "open", detail: nil, changed: now)
    }

    /// What the gate says to a request at a moment; how many are on their way is the caller's to know.
    func verdict(at moment: Date) -> GateVerdict {
        if isHalted { return .halted }
        if opens > moment { return .closed }
        return allowed.map(GateVerdict.atMost) ?? .open
    }
}

enum GateVerdict: Equatable {
    case open, atMost(Int), closed, halted
}

/// What an answer means for the gate of its provider.
public enum GateChange: Sendable, Equatable {
    /// The provider answered as it does when it is well.
    case answered
    /// The provider asked for patience until a time.
    case cooldown(until: Date, reason: String, detail: String?)
    /// Nothing can succeed until a person changes something.
    case halt(reason: String, detail: String?)
    /// The provider failed; it gets a rest after several failures in a row.
    case serverError(detail: String?)
    /// The provider could not be reached; nothing was sent.
    case unreachable(detail: String?)
}

extension Gate {
    /// The gate after an answer.
    func applying(_ change: GateChange, now: Date) -> Gate {
        var gate = self
        gate.changed = now
        switch change {
        case .answered:
            // A cooldown or a halt that another answer asked for meanwhile stands, with its probe.
            guard !isHalted, opens <= now else { return self }
            gate.allowed = allowed.flatMap { $0 < Self.mostAllowed ? $0 + 1 : nil }
            gate.failures = 0
            gate.reason = "open"
            gate.detail = nil
        case .cooldown(let until, let reason, let detail):
            gate.close(until: until, reason: reason, detail: detail)
        case .halt(let reason, let detail):
            gate.isHalted = true
            gate.allowed = 1
            gate.reason = reason
            gate.detail = detail
        case .serverError(let detail):
            gate.failures += 1
            let excess = gate.failures - Self.failuresBeforeRest
            if excess >= 0 {
                gate.close(
                    until: now + Self.rest(excess, first: 30), reason: "server_errors",
                    detail: detail)
            }
        case .unreachable(let detail):
            gate.failures += 1
            gate.close(
                until: now + Self.rest(gate.failures - 1, first: 5), reason: "unreachable",
                detail: detail)
        }
        return gate
    }

    private mutating func close(until: Date, reason: String, detail: String?) {
        allowed = 1
        guard until > opens else { return }
        opens = until
        guard !isHalted else { return }
        self.reason = reason
        self.detail = detail
    }

    /// What four workers send at once: whoever takes so many is over it.
    static let mostAllowed = 16

    /// Three in a row are an outage and not a mishap.
    private static let failuresBeforeRest = 3

    /// Doubles with each failure, up to five minutes.
    private static func rest(_ failures: Int, first: TimeInterval) -> TimeInterval {
        min(first * pow(2, Double(min(failures, 10))), 300)
    }
}
