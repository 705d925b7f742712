import Foundation

/// What happens to a job whose worker is gone, depending on the step it had reached; pure.
enum RecoveryDecision: Equatable {
    /// It waits behind the others, longer with each death of a worker.
    case setBack
    /// It waits again: its worker exited normally.
    case waits
    /// The user cancelled it meanwhile.
    case cancelled
    /// Its answer is spooled and only has to be saved.
    case saves
    /// A request may have been sent, and its outcome is unknown.
    case uncertain
    /// It was paid, and its answer is gone.
    case answerLost

    /// Decides from the job's charge that is not free, and from what remains of the job and its worker.
    static func of(
        charge: ChargeState?, isAnswerSpooled: Bool, isCancelRequested: Bool, wasKilled: Bool
    ) -> RecoveryDecision {
        switch charge {
        case nil where isCancelRequested: .cancelled
        case nil: wasKilled ? .setBack : .waits
        case .some where isAnswerSpooled: .saves
        case .started, .unknown: .uncertain
        case .paid, .free: .answerLost
        }
    }
}

/// What a user's resolution does to a job; pure.
enum ResolutionDecision: Equatable {
    /// The job fails for a reason; its charge may change state.
    case fails(FailureReason, charge: ChargeState?)
    /// The job waits again, and its charge was free.
    case waits
    /// An answer proves that the charge is paid.
    case knownPaid
    /// The job is not uncertain.
    case notUncertain

    /// Decides from the job's state and its charge that is not free.
    static func of(
        _ resolution: Resolution, state: JobState, charge: ChargeState?
    ) -> ResolutionDecision {
        guard state == .uncertain else { return .notUncertain }
        switch resolution {
        case .paid: return .fails(.resolvedPaid, charge: .paid)
        case .notPaid: return charge == .paid ? .knownPaid : .waits
        case .replaced: return .fails(.replaced, charge: nil)
        }
    }
}

/// How long a job waits after its worker or decoder was killed from outside.
enum Setback {
    /// The wait after so many deaths of the job's worker or decoder: a second, doubling to ten minutes.
    static func wait(after deaths: Int) -> TimeInterval {
        min(longest, first * exp2(Double(min(deaths, 16) - 1)))
    }

    /// The wait after a fault of the machine: due jobs go first, and one more try costs little.
    static let pause: TimeInterval = 1

    private static let first: TimeInterval = 1
    private static let longest: TimeInterval = 600
}
