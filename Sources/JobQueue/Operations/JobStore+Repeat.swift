public import Foundation

extension JobStore {
    /// Queues jobs that repeat others, all in one transaction; returns once they are on the disk.
    ///
    /// - Parameter once: Whether to leave out a job that was repeated before, checked in the same transaction. A
    ///   cancelled repetition does not count.
    /// - Returns: The name of each new job; `nil` for one that was left out.
    public func submitRepetitions(
        _ jobs: [NewJob], once: Bool, now: Date
    ) throws(JobQueueError) -> [JobID?] {
        try write { tx in
            if once { try tx.lock(all: jobs.compactMap(\.retryOf).map(QueueLock.job)) }
            return try jobs.map { job in
                if once, try Self.isRepeated(job.retryOf, tx) { return nil }
                return try Self.insert(job, now: now, tx).id
            }
        }
    }

    private static func isRepeated(_ id: JobID?, _ tx: any QueueTransaction) throws -> Bool {
        try tx.value("SELECT EXISTS (\(repetitionsSQL("?")))", [id?.rawValue]) ?? false
    }
}
