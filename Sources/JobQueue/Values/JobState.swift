/// Where a job stands; `docs/job-lifecycle.md` draws the arrows.
public enum JobState: String, Sendable, Codable, CaseIterable {
    /// Due now or later, for a ``WaitReason``; becomes `running` or `cancelled`.
    case waiting
    /// Held by a worker in a ``JobPhase``; becomes any other state.
    case running
    /// The headshot lies in the results folder.
    case succeeded
    /// The photo cannot become a headshot; nothing was paid.
    case rejected
    /// It ended badly for good, with a reason.
    case failed
    /// A person took it back.
    case cancelled
    /// A request that may cost money was sent and its outcome is not known; only a person moves it on.
    case uncertain

    /// The states in which nothing more happens by itself.
    public static let ended: [JobState] = allCases.filter(\.hasEnded)

    /// Whether nothing more happens by itself.
    public var hasEnded: Bool {
        switch self {
        case .waiting, .running: false
        case .succeeded, .rejected, .failed, .cancelled, .uncertain: true
        }
    }
}

/// How far a running job is.
public enum JobPhase: String, Sendable, Codable, CaseIterable {
    /// The photo is decoded, judged and made small enough to send; free.
    case preparing
    /// The charge is written and the request is on its way.
    case uploading
    /// The last byte of the request is sent; known to the live worker only, never stored.
    case processing
    /// The answer is spooled; the network is not needed any more.
    case saving
}

/// Why a job waits.
public enum WaitReason: String, Sendable, Codable, CaseIterable {
    /// Submitted and never tried.
    case new
    /// Not due before a time that its submitter set.
    case scheduled
    /// The provider asked for patience, or could not be reached; the gate says until when.
    case cooldown
    /// Its person has had all headshots of the day.
    case dailyCap = "daily_cap"
    /// The provider is halted until a person clears the gate.
    case providerHalted = "provider_halted"
    /// A request that failed, free, is tried again.
    case retry
    /// The provider refused it without a reason; it is asked once more, behind the others.
    case refused
    /// Its worker died or stopped, or the machine failed, before anything was charged.
    case interrupted
    /// The day's money is spent.
    case budget
    /// Its answer is spooled and only has to be saved.
    case answered
}
