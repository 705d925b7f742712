public import Foundation

/// The shared "not before" of a provider's model, or of the whole provider: a cooldown, or a halt.
public struct Gate: Sendable, Equatable {
    /// The provider's name.
    public let provider: String
    /// The model whose requests it stops; `nil` for every request to the provider.
    public let model: String?
    /// No request before this time.
    public internal(set) var opens: Date
    /// How many requests may be in flight at once; `nil` is any number.
    ///
    /// One after it was closed: the probe. Each answer allows one more, so that waiting requests do not all return
    /// together.
    public internal(set) var allowed: Int?
    /// Whether nothing goes through until the user clears it.
    public internal(set) var isHalted: Bool
    /// Consecutive free failures: server errors, failed connections, refusals of different inputs.
    public internal(set) var failures: Int
    /// Consecutive failures that may have been charged: unknown outcomes, and bodies that are no answer.
    public internal(set) var costlyFailures = 0
    /// The inputs refused in a row without a reason, by the first digits of their hashes; at most three.
    public internal(set) var refusedInputs: [String] = []
    /// A stable code for its state.
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

    /// Whether a request may go at a moment; the caller knows how many are in flight.
    public func verdict(at moment: Date) -> GateVerdict {
        if isHalted { return .halted }
        if opens > moment { return .closed }
        return allowed.map(GateVerdict.atMost) ?? .open
    }
}

/// A gate's answer to a request.
public enum GateVerdict: Sendable, Equatable {
    /// It may go.
    case open
    /// It may go while fewer than so many are in flight.
    case atMost(Int)
    /// It has to wait until the gate opens.
    case closed
    /// It has to wait until the user clears the gate.
    case halted
}

extension [Gate] {
    /// The gate that stops requests to a provider now: a halted one, else the one that opens last.
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
