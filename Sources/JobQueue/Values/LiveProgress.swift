import Foundation

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

extension ProofOfLife {
    /// Shows every process how far this worker's jobs are; a crash may lose it.
    public func publish(_ progress: LiveProgress) throws(JobQueueError) {
        guard let bytes = try? JSONEncoder().encode(progress) else { return }
        try publish(text: String(decoding: bytes, as: UTF8.self))
    }
}

extension WorkerPresence {
    /// How far the jobs of some workers are, as far as these have said so.
    public func progress(of ids: Set<WorkerID>) throws(JobQueueError) -> [WorkerID: LiveProgress] {
        try published(by: ids).compactMapValues { text in
            try? JSONDecoder().decode(LiveProgress.self, from: Data(text.utf8))
        }
    }
}
