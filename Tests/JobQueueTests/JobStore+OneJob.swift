import Foundation
import JobQueue

extension JobStore {
    /// Cancels one job.
    func cancel(_ id: JobID, now: Date) throws(JobQueueError) -> Cancellation {
        try cancel([id], now: now)[0]
    }

    /// Moves one uncertain job on.
    func resolve(
        _ id: JobID, as resolution: Resolution, now: Date
    ) throws(JobQueueError) -> ResolutionResult {
        try resolve([(job: id, resolution: resolution)], now: now)[0]
    }
}
