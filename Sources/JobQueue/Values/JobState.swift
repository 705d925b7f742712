/// The state of a job; `docs/job-lifecycle.md` draws the transitions.
public enum JobState: String, Sendable, Codable, CaseIterable {
    /// Due now or later, for a ``WaitReason``.
    case waiting
    /// Held by a worker in a ``JobPhase``.
    case running
    /// The headshot is in the results folder.
    case succeeded
    /// The photo cannot become a headshot; nothing was paid.
    case rejected
    /// It failed permanently, with a reason.
    case failed
    /// The user cancelled it.
    case cancelled
    /// A request that may cost money was sent and its outcome is unknown; only the user moves it on.
    case uncertain

    /// The states in which nothing more happens automatically.
    public static let ended: [JobState] = allCases.filter(\.hasEnded)

    /// Whether nothing more happens automatically.
    public var hasEnded: Bool {
        switch self {
        case .waiting, .running: false
        case .succeeded, .rejected, .failed, .cancelled, .uncertain: true
        }
    }

    /// The reasons that jobs in this state can have; empty for ``rejected``, whose reasons are the rules for photos.
    package var reasons: [String] {
        switch self {
        // A running job keeps the reason for which it waited.
        case .waiting, .running: WaitReason.allCases.map(\.rawValue)
        case .succeeded: [JobEnd.succeededReason]
        case .rejected: []
        case .failed: FailureReason.allCases.map(\.rawValue)
        case .cancelled: CancellationReason.allCases.map(\.rawValue)
        case .uncertain: UncertaintyReason.allCases.map(\.rawValue)
        }
    }

    /// The states that can follow.
    var next: Set<JobState> {
        switch self {
        // Uncertain or failed if the queue had forgotten a request for the job.
        case .waiting: [.running, .cancelled, .uncertain, .failed]
        case .running: [.waiting, .succeeded, .rejected, .failed, .cancelled, .uncertain]
        case .uncertain: [.waiting, .succeeded, .failed, .cancelled]
        case .failed: [.waiting]
        case .succeeded, .rejected, .cancelled: []
        }
    }
}

/// How far a running job is.
public enum JobPhase: String, Sendable, Codable, CaseIterable {
    /// The photo is decoded, judged and made small enough to send; free.
    case preparing
    /// The charge is written and the request is in flight.
    case uploading
    /// The last byte of the request is sent; known to the live worker only, never stored.
    case processing
    /// The answer is spooled; the network is no longer needed.
    case saving
}

/// Why a job waits.
public enum WaitReason: String, Sendable, Codable, CaseIterable {
    /// Submitted and never tried.
    case new
    /// Not due before a time that its submitter set.
    case scheduled
    /// The provider asked for a pause, or could not be reached; the gate says until when.
    case cooldown
    /// Its person has used all slots of the day.
    case dailyCap = "daily_cap"
    /// The provider is halted until the user clears the gate.
    case providerHalted = "provider_halted"
    /// A free request that failed is tried again.
    case retry
    /// The provider refused it without a reason; it is tried once more, behind the others.
    case refused
    /// Its worker died or stopped, or the machine failed, before any charge.
    case interrupted
    /// The money of the day, or of the space, is spent.
    case budget
    /// It is made here, and the storage of its space is full.
    case storage
    /// Its answer is spooled and only has to be saved.
    case answered
    /// Its photo is not in the store yet.
    case photo
}
