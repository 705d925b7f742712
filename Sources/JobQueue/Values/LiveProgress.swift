public import Foundation
import Ground

/// What one live worker does; published in a file, never stored in the queue.
public struct LiveProgress: Sendable, Equatable, Codable {
    /// The worker; `nil` if it does not say.
    public var worker: LiveWorker?
    /// The running jobs' progress by job id.
    public var jobs: [String: JobProgress]

    /// Creates a report.
    public init(worker: LiveWorker? = nil, jobs: [String: JobProgress] = [:]) {
        self.worker = worker
        self.jobs = jobs
    }
}

/// A worker as an operator finds it.
public struct LiveWorker: Sendable, Equatable, Codable {
    /// The command that it is: `worker`, `drain`, `serve` or `make`.
    public var command: String
    /// The name of its machine.
    public var host: String
    /// The number of its process there.
    public var process: Int32
    /// When it began.
    public var started: Date

    /// Describes a worker.
    public init(command: String, host: String, process: Int32, started: Date) {
        self.command = command
        self.host = host
        self.process = process
        self.started = started
    }
}

extension LiveWorker {
    private enum CodingKeys: CodingKey { case command, host, process, started }

    /// Reads a worker from untrusted JSON.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        command = try members.decode(String.self, forKey: .command)
        host = try members.decode(String.self, forKey: .host)
        process = try members.number(.process, in: 0...Int32.max)
        started = try members.decode(Date.self, forKey: .started).clamped
    }
}

/// The progress of one running job.
public struct JobProgress: Sendable, Equatable, Codable {
    /// The phase, finer than the one in the queue.
    public var phase: JobPhase
    /// Whether all that is free is done, and the job waits for its turn to be sent.
    public var isReady: Bool?
    /// The bytes of the request sent so far, while it is uploading.
    public var sentBytes: Int?
    /// The bytes of the whole request.
    public var totalBytes: Int?

    /// Creates a report.
    public init(
        phase: JobPhase, isReady: Bool? = nil, sentBytes: Int? = nil, totalBytes: Int? = nil
    ) {
        self.phase = phase
        self.isReady = isReady
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
