import Foundation
import JobQueue

extension JobStore {
    /// Cancels one job.
    func cancel(_ id: JobID, now: Date) throws(JobQueueError) -> Cancellation {
        try cancel([id], now: now)[0]
    }
}
