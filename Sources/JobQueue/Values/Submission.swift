/// The result of submitting a job.
public enum Submission: Sendable, Equatable {
    /// It is in the queue, and stays there whatever happens.
    case queued(JobID)
    /// The same person submitted a job with the same key before: this one.
    case existing(Job)

    /// The job that was made or found.
    public var id: JobID {
        switch self {
        case .queued(let id): id
        case .existing(let job): job.id
        }
    }
}

/// Jobs of one person that are submitted together, such as the styles of one photo.
public struct JobGroup: Sendable {
    /// The jobs.
    public var jobs: [NewJob]
    /// Keys that another order under the same user key would have; if one of them is taken, so is this order's key.
    public var otherKeys: [String]
    /// Whether a key stays taken for a while after its job was removed: an order that is sent late is not made again then.
    public var keepsKeys: Bool
    /// Whether the person's job of the same photo that asks for the same counts as one with the same key.
    public var isOnce: Bool

    /// Creates a group.
    public init(
        jobs: [NewJob], otherKeys: [String] = [], keepsKeys: Bool = false, isOnce: Bool = false
    ) {
        self.jobs = jobs
        self.otherKeys = otherKeys
        self.keepsKeys = keepsKeys
        self.isOnce = isOnce
    }
}

/// What the queue has of a group of jobs.
public enum GroupState: Sendable, Equatable {
    /// For each job the existing job with the same key, or of a group that is made once the one that asks for the same, or `nil`.
    case open([Job?])
    /// A key belongs to this job, which asks for something else.
    case keyTaken(by: Job)
    /// A job of the order was removed, and its keys stay taken.
    case removed
}

/// The result of submitting a group of jobs.
public enum GroupSubmission: Sendable, Equatable {
    /// The result for each job.
    case taken([Submission])
    /// A key belongs to this job, which asks for something else; no job of the group was queued.
    case keyTaken(by: Job)
    /// A job of the order was removed, and its keys stay taken; no job of the group was queued.
    case removed
}
