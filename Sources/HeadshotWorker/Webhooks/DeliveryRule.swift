import Foundation
import JobQueue
import Transfer

/// How a receiver answered an attempt.
enum WebhookAnswer {
    /// With a status, and maybe with a time to wait.
    case status(Int, retryAfter: Duration? = nil)
    /// Not at all, for a reason that has a stable code.
    case none(String)
}

/// When a delivery is sent, and how long it is kept.
enum DeliveryRule {
    /// The pauses between attempts, in seconds: ten attempts in about 75 hours.
    static let pauses: [TimeInterval] = [
        5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]

    /// From connecting to the last byte of the answer.
    static let patience: Duration = .seconds(15)

    /// What an answer means for the delivery.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt, from 1.
    ///   - chance: From 0 up to 1; spreads attempts, so that what failed together does not return together.
    static func outcome(
        of answer: WebhookAnswer, attempt: Int, now: Date, chance: Double
    ) -> DeliveryOutcome {
        switch answer {
        case .status(let status, _) where (200..<300).contains(status): .delivered(status: status)
        case .status(410, _): .refused(status: 410)
        case .status(let status, let retryAfter):
            .failed(
                status: status, reason: "status",
                again: next(attempt, wish: retryAfter, now: now, chance: chance))
        case .none(let reason):
            .failed(
                status: nil, reason: reason,
                again: next(attempt, wish: nil, now: now, chance: chance))
        }
    }

    private static func next(
        _ attempt: Int, wish: Duration?, now: Date, chance: Double
    ) -> Date? {
        guard pauses.indices.contains(attempt - 1) else { return nil }
        let pause = pauses[attempt - 1] * (0.9 + 0.2 * chance)
        let wished = min(longestWish, (wish ?? .zero) / .seconds(1))
        return now + max(pause, wished)
    }

    /// In seconds: `Retry-After` is honoured up to one day.
    private static let longestWish: TimeInterval = 86_400

    /// Before this moment, what arrived is removed: long enough to look for what an app says it never got.
    static func arrivedBefore(_ now: Date) -> Date { now - 7 * 86_400 }

    /// Before this moment, what was given up is removed.
    static func givenUpBefore(_ now: Date) -> Date { now - 30 * 86_400 }
}

extension WebhookAnswer {
    /// How an exchange ended; `nil` if it was cut short here.
    ///
    /// The answer's body says nothing, not even if it breaks off.
    init?(_ exchange: HTTPExchange) {
        if case .failed(let failure) = exchange.end, failure.reason == .cancelled { return nil }
        if let status = exchange.status {
            self = .status(status, retryAfter: exchange.retryAfter)
        } else if case .failed(let failure) = exchange.end {
            self = .none(Self.code(failure.reason))
        } else {
            self = .none(Self.code(.other))
        }
    }

    private static func code(_ reason: TransportFailure.Reason) -> String {
        switch reason {
        case .connectionLost: "connection_lost"
        case .deadline: "timeout"
        case .proxy, .proxyRefused: "proxy"
        case .certificateDate: "certificate_out_of_date"
        case .dns, .connect, .tls, .certificate, .setting, .cancelled, .abandoned, .gateway, .other:
            reason.rawValue
        }
    }
}
