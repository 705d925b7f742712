public import Foundation

/// What an answer means for the gates of its provider and its model.
public enum GateChange: Sendable, Equatable {
    /// The provider gave an answer that shows it is well.
    case answered
    /// The provider asked for a pause until a time.
    case cooldown(until: Date, reason: GateReason, detail: String?)
    /// Nothing can succeed until the user changes something.
    case halt(reason: GateReason, detail: String?)
    /// The provider failed, and may have asked for a pause; it gets one after several failures in a row.
    case serverError(until: Date? = nil, detail: String?)
    /// The provider could not be reached, or something else answered; nothing was processed.
    case unreachable(GateReason = .unreachable, detail: String?)
    /// A request was sent and its outcome is unknown; it may have been charged.
    case unknownOutcome(detail: String?)
    /// The body was not an answer of the provider, and may have been charged.
    case noAnswer(detail: String?)
    /// The provider refused the request for this input without saying whether the input is the cause.
    case refused(input: String, detail: String?)
}

extension GateChange {
    /// Whether it concerns only one model, not every request to the provider.
    var isOfModel: Bool {
        switch self {
        case .cooldown(_, let reason, _), .halt(let reason, _): reason.isOfModel
        case .serverError, .unknownOutcome, .noAnswer, .refused: true
        case .answered, .unreachable: false
        }
    }
}

extension Gate {
    /// The gate after an answer.
    func applying(_ change: GateChange, now: Date) -> Gate {
        let isClosed = isHalted || opens > now
        var gate = self
        gate.changed = now
        switch change {
        case .answered:
            // A cooldown or a halt from another answer stands, with its probe.
            guard !isClosed else { return self }
            gate.allowed = allowed.flatMap { $0 < Self.mostAllowed ? $0 + 1 : nil }
            gate.reopen()
        case .cooldown(let until, let reason, let detail):
            gate.close(until: until, reason, detail)
        case .halt(let reason, let detail):
            gate.isHalted = true
            gate.allowed = 1
            gate.reason = reason.rawValue
            gate.detail = detail
        case .serverError(.some(let until), let detail):
            if !isClosed {
                gate.failures += 1
                gate.closeAfterFailures(now: now, .serverErrors, detail)
            }
            gate.close(until: until, .serverErrors, detail)
        // Requests that were in flight when the gate closed say nothing new.
        case _ where isClosed:
            return self
        case .serverError(.none, let detail):
            gate.failures += 1
            gate.closeAfterFailures(now: now, .serverErrors, detail)
        case .unreachable(let reason, let detail):
            gate.failures += 1
            // A connection may be back in a moment; what else is in the way takes minutes, or a person.
            let isOffline = reason == .unreachable
            let rest = Self.rest(
                after: gate.failures - 1,
                first: isOffline ? Self.firstReconnection : Self.firstRest,
                longest: isOffline ? Self.longestRest : Self.longestObstacle)
            gate.close(until: now + rest, reason, detail)
        case .unknownOutcome(let detail):
            gate.closeAfterCost(now: now, .unknownOutcomes, detail)
        case .noAnswer(let detail):
            gate.closeAfterCost(now: now, .noAnswers, detail)
        case .refused(let input, let detail):
            gate.note(refused: input, now: now, detail)
        }
        return gate
    }

    /// Forgets every failure.
    mutating func reopen() {
        failures = 0
        costlyFailures = 0
        refusedInputs = []
        reason = "open"
        detail = nil
    }

    private mutating func closeAfterFailures(now: Date, _ reason: GateReason, _ detail: String?) {
        let excess = failures - Self.failuresOfOutage
        if excess >= 0 { close(until: now + Self.rest(after: excess), reason, detail) }
    }

    /// Probes that may be charged are rare.
    ///
    /// Until there are enough failures to close the gate, only as many requests may be in flight as would close it.
    private mutating func closeAfterCost(now: Date, _ reason: GateReason, _ detail: String?) {
        costlyFailures += 1
        let missing = Self.failuresOfOutage - costlyFailures
        guard missing <= 0 else {
            allowed = min(allowed ?? missing, missing)
            return
        }
        let rest = Self.rest(
            after: -missing, first: Self.firstCostlyRest, longest: Self.longestCostlyRest)
        close(until: now + rest, reason, detail)
    }

    /// A single refused input may itself be the cause, in any number of styles; different ones are an outage.
    private mutating func note(refused input: String, now: Date, _ detail: String?) {
        let name = String(input.prefix(Self.lengthOfInputName))
        if refusedInputs.count < Self.failuresOfOutage {
            guard !refusedInputs.contains(name) else { return }
            refusedInputs.append(name)
        }
        failures += 1
        if refusedInputs.count >= Self.failuresOfOutage {
            close(
                until: now + Self.rest(after: failures - Self.failuresOfOutage), .refusals, detail)
        }
    }

    private mutating func close(until: Date, _ reason: GateReason, _ detail: String?) {
        allowed = 1
        guard until > opens else { return }
        opens = until
        guard !isHalted else { return }
        self.reason = reason.rawValue
        self.detail = detail
    }

    /// The last limit of requests in flight before there is none: what four workers send at once.
    public static let mostAllowed = 16

    /// Three in a row are an outage, not an accident.
    private static let failuresOfOutage = 3

    // In seconds. Free probes are frequent; those that may cost money come at most eight times in eight hours.
    private static let firstRest: TimeInterval = 30
    private static let longestRest: TimeInterval = 300
    private static let firstReconnection: TimeInterval = 5
    private static let longestObstacle: TimeInterval = 3600
    private static let firstCostlyRest: TimeInterval = 300
    private static let longestCostlyRest: TimeInterval = 7200

    /// Enough digits to tell three inputs apart, and too few to find one by.
    private static let lengthOfInputName = 12

    /// Doubles with each failure.
    private static func rest(
        after failures: Int, first: TimeInterval = firstRest, longest: TimeInterval = longestRest
    ) -> TimeInterval {
        min(first * pow(2, Double(max(0, min(failures, 10)))), longest)
    }
}
