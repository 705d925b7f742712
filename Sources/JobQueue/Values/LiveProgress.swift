/// The progress of one live worker's jobs; published in a file, never stored in the queue.
public struct LiveProgress: Sendable, Equatable, Codable {
    /// The running jobs' progress by job id.
    public var jobs: [String: JobProgress]

    /// Creates a report.
    public init(jobs: [String: JobProgress] = [:]) {
        self.jobs = jobs
    }
}

/// The progress of one running job.
public struct JobProgress: Sendable, Equatable, Codable {
    /// The phase, finer than the one in the queue.
    public var phase: JobPhase
    /// The bytes of the request sent so far, while it is uploading.
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
