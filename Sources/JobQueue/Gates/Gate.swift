public import Foundation

/// The shared "not before" of a provider's model, or of the whole provider: a cooldown, or a halt.
public struct Gate: Sendable, Equatable {
    /// Whose gate it is.
    public let provider: String
    /// The model that it holds up; `nil` for every request to the provider.
    public let model: String?
    /// No request before this time.
    public internal(set) var opens: Date
    /// How many requests may be on their way at once; `nil` is any number.
    ///
    /// One once it was closed: the probe. Each answer lets one more through, so that those who waited for the provider
    /// do not all come back at once.
    public internal(set) var allowed: Int?
    /// Whether nothing goes through until a person clears it.
    public internal(set) var isHalted: Bool
    /// Free failures in a row: server errors, failed connections, refusals of different inputs.
    public internal(set) var failures: Int
    /// Failures in a row that may have been charged: unknown outcomes, and what was no answer.
    public internal(set) var costlyFailures = 0
    /// The inputs that were refused in a row without a reason, by the first digits of their names; at most three.
    public internal(set) var refusedInputs: [String] = []
    /// A stable code: why it is as it is.
    public internal(set) var reason: String
    /// What the provider said, for the operator.
    public internal(set) var detail: String?
    /// When it last changed.
    public internal(set) var changed: Date

    /// A gate that lets everything through.
    static func open(for provider: String, model: String? = nil, now: Date) -> Gate {
        Gate(
            provider: provider, model: model, opens: Date(milliseconds: 0), allowed: nil,
            isHalted: false,
            failures: 0, reason: "open", detail: nil, changed: now)
    }

    /// What the gate says to a request at a moment; how many are on their way is the caller's to know.
    public func verdict(at moment: Date) -> GateVerdict {
        if isHalted { return .halted }
        if opens > moment { return .closed }
        return allowed.map(GateVerdict.atMost) ?? .open
    }
}

/// What a gate says to a request.
public enum GateVerdict: Sendable, Equatable {
    /// It may go.
    case open
    /// It may go while fewer than so many are on their way.
    case atMost(Int)
    /// It has to wait until the gate opens.
    case closed
    /// It has to wait until a person clears the gate.
    case halted
}

extension [Gate] {
    /// The gate that holds up requests to a provider now: one that is halted, else the one that opens last.
    ///
    /// - Parameter model: Leaves out the gates of other models; `nil` leaves out none.
    public func holding(_ provider: String, model: String? = nil, at moment: Date) -> Gate? {
        let closed = filter {
            $0.provider == provider && ($0.isHalted || $0.opens > moment)
                && (model == nil || $0.model == nil || $0.model == model)
        }
        return closed.first(where: \.isHalted) ?? closed.max { $0.opens < $1.opens }
    }
}
