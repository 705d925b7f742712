public import Foundation
import GRDB

/// What came of a person's wish to cancel a job.
public enum Cancellation: Sendable, Equatable {
    /// It was waiting and has ended.
    case cancelled
    /// Its worker was told; it ends as soon as the worker notices.
    case requested
    /// It had ended before.
    case tooLate(JobState)
    /// There is no such job.
    case notFound
}

extension JobStore {
    /// Cancels a waiting job, or asks the worker of a running one to stop.
    public func cancel(_ id: JobID, now: Date) throws(JobQueueError) -> Cancellation {
        try write { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT \(Job.columns) FROM job WHERE id = ?", arguments: [id.rawValue])
            guard let job = try row.map(Job.init(row:)) else { return .notFound }
            switch job.state {
            case .waiting where job.waitReason == .answered:
                // It is paid; the headshot is kept.
                return .tooLate(.waiting)
            case .waiting:
                try db.execute(
                    sql: """
                        UPDATE job SET state = 'cancelled', reason = ?, ended_at = ?
                        WHERE id = ?
                        """,
                    arguments: [
                        CancellationReason.cancelled.rawValue, now.milliseconds, id.rawValue,
                    ])
                return .cancelled
            case .running:
                try db.execute(
                    sql: "UPDATE job SET cancel_requested = 1 WHERE id = ?",
                    arguments: [id.rawValue])
                return .requested
            case .succeeded, .rejected, .failed, .cancelled, .uncertain:
                return .tooLate(job.state)
            }
        }
    }

    /// The running jobs of a worker that a person wants to stop.
    public nonisolated func cancelRequests(
        for worker: WorkerID
    ) async throws(JobQueueError) -> Set<JobID> {
        try await read { db in
            let ids = try String.fetchAll(
                db,
                sql: """
                    SELECT id FROM job
                    WHERE state = 'running' AND owner = ? AND cancel_requested = 1
                    """, arguments: [worker.rawValue])
            return Set(ids.compactMap(JobID.init))
        }
    }
}
