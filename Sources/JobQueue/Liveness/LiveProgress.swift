/// How far the jobs of one live worker are; told by file, never stored in the queue.
public struct LiveProgress: Sendable, Equatable, Codable {
    /// The running jobs' progress by job id.
    public var jobs: [String: JobProgress]

    /// Creates a report.
    public init(jobs: [String: JobProgress] = [:]) {
        self.jobs = jobs
    }
}

/// How far one running job is.
public struct JobProgress: Sendable, Equatable, Codable {
    /// The phase, finer than the queue's own.
    public var phase: JobPhase
    /// The bytes of the request that have left, while it is on its way.
    public var sentBytes: Int?
    /// The bytes of the whole request.
    public var totalBytes: Int?

    /// Creates a report.
    public init(phase: JobPhase, sentBytes: Int? = nil, totalBytes: Int? = nil) {
        self.phase = phase
        self.sentBytes = sentBytes
        self.totalBytes = totalBytes
    }
}
