/// What became of a job that was handed in.
public enum Submission: Sendable, Equatable {
    /// It is in the queue, and stays there whatever happens.
    case queued(JobID)
    /// The same person handed in a job with the same key before: this one.
    case existing(Job)

    /// The job that was made or found.
    public var id: JobID {
        switch self {
        case .queued(let id): id
        case .existing(let job): job.id
        }
    }
}

/// Jobs that are handed in together, such as the styles of one photo; all are one person's.
public struct JobGroup: Sendable {
    /// The jobs.
    public var jobs: [NewJob]
    /// Keys that the same order would have used if it were another one; if one of them is taken, so is the order's.
    public var otherKeys: [String]

    /// Creates a group.
    public init(jobs: [NewJob], otherKeys: [String] = []) {
        self.jobs = jobs
        self.otherKeys = otherKeys
    }
}

/// What the queue has of a group of jobs.
public enum GroupState: Sendable, Equatable {
    /// For each job the one of the same key that is there, or `nil`.
    case open([Job?])
    /// A key belongs to this job, which asks for something else.
    case keyTaken(by: Job)
}

/// What became of a group of jobs.
public enum GroupSubmission: Sendable, Equatable {
    /// What became of each job.
    case taken([Submission])
    /// A key belongs to this job, which asks for something else; no job of the group was queued.
    case keyTaken(by: Job)
}
