public import Foundation

/// What makes a job fleeting: it is done soon or not at all, and leaves nothing for a person to decide.
///
/// It waits for no cap, no budget and no halt, and for a cooldown only until its time is over. If the outcome of its
/// request is unknown, it has failed, and the charge counts as paid.
public struct Fleeting: Sendable, Equatable {
    /// From then on, no request is sent.
    public let until: Date
    /// The most charges of its kind a person a day, in place of the cap for all.
    public let dailyLimit: Int

    /// Describes how long a job lasts.
    public init(until: Date, dailyLimit: Int) {
        self.until = until
        self.dailyLimit = dailyLimit
    }
}

extension JobEnd {
    /// What becomes of a job that may be fleeting.
    func of(_ job: Job, now: Date) -> JobEnd {
        guard let fleeting = job.fleeting else { return self }
        switch self {
        case .uncertain(_, let detail): return .failed(reason: .outcomeUnknown, detail: detail)
        case .waits(let reason, let due, _, _):
            if let lasting = CancellationReason(lasting: reason) { return .gaveUp(lasting) }
            let isOver = max(due ?? job.due, now) >= fleeting.until && reason != .answered
            return isOver ? .gaveUp(.expired) : self
        case .setBack: return now >= fleeting.until ? .gaveUp(.expired) : self
        case .succeeded, .rejected, .failed, .cancelled, .gaveUp, .saving: return self
        }
    }
}

extension CancellationReason {
    /// Why a fleeting job ends instead of waiting for something that lasts; `nil` for other reasons to wait.
    fileprivate init?(lasting reason: WaitReason) {
        switch reason {
        case .dailyCap: self = .dailyCap
        case .budget: self = .budget
        case .providerHalted: self = .providerHalted
        default: return nil
        }
    }
}
