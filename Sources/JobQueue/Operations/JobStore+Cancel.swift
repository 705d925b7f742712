public import Foundation

/// The result of cancelling a job.
public enum Cancellation: Sendable, Equatable {
    /// It was waiting, and is now cancelled.
    case cancelled
    /// Its worker is asked to stop; the job ends as soon as the worker notices.
    case requested
    /// It had ended before.
    case tooLate(JobState)
    /// There is no such job.
    case notFound
}

extension JobStore {
    /// Cancels waiting jobs, and asks the workers of running ones to stop; one result for each job, in one transaction.
    public func cancel(_ ids: [JobID], now: Date) throws(JobQueueError) -> [Cancellation] {
        try write { tx in
            try tx.lock(all: ids.map(QueueLock.job))
            return try ids.map { try Self.cancel($0, now: now, tx) }
        }
    }

    private static func cancel(_ id: JobID, now: Date, _ tx: any QueueTransaction) throws
        -> Cancellation
    {
        guard let job = try job(id, tx) else { return .notFound }
        switch job.state {
        case .waiting where job.waitReason == .answered:
            // It is paid; the headshot is kept.
            return .tooLate(.waiting)
        case .waiting:
            try transition(
                .found(id), from: [.waiting], to: .cancelled,
                reason: CancellationReason.cancelled.rawValue, detail: job.detail, now: now, tx)
            return .cancelled
        case .running:
            try tx.run("UPDATE job SET cancel_requested = 1 WHERE id = ?", [id.rawValue])
            return .requested
        case .succeeded, .rejected, .failed, .cancelled, .uncertain:
            return .tooLate(job.state)
        }
    }

    package static func job(_ id: JobID, _ tx: any QueueTransaction) throws -> Job? {
        try tx.jobs(where: "id = ?", [id.rawValue]).first
    }

    /// Those of a worker's jobs that the user wants to stop.
    ///
    /// - Parameter jobs: The jobs that the worker holds: it need not ask for them, which would read what others have ended while
    ///   a long transaction keeps a server from forgetting that.
    public nonisolated func cancelRequests(
        for worker: WorkerID, among jobs: Set<JobID>
    ) async throws(JobQueueError) -> Set<JobID> {
        try await read { tx in
            let ids: [Int64] = try tx.values(
                tx.dialect.holding.cancelled, [Array(jobs).json, worker.rawValue])
            return Set(ids.compactMap(JobID.init(rawValue:)))
        }
    }
}
