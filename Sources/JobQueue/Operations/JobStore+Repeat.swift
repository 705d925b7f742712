public import Foundation

extension JobStore {
    /// Queues jobs that repeat others, all in one transaction; returns once they are on the disk.
    ///
    /// - Parameters:
    ///   - once: Whether a job that was repeated before is left out: no other process can repeat it meanwhile. A repetition
    ///     that was cancelled does not count.
    ///   - alike: Whether, with `once`, only a repetition counts that asks the same provider for the same.
    ///   - allowance: The limits that free jobs count for; `nil` for none. Throws ``JobQueueError/limitReached(_:)``, with
    ///     nothing queued, beyond them.
    /// - Returns: For each job its name; `nil` where it was left out, where the job that it repeats or its photo is gone, where
    /// a job of its key was removed, or where that job is fleeting, since nothing is asked twice.
    public func submitRepetitions(
        _ jobs: [NewJob], once: Bool, alike: Bool = false,
        within allowance: FreeAllowance? = nil, now: Date
    ) throws(JobQueueError) -> [JobID?] {
        try write { tx in
            if once { try tx.lock(all: jobs.compactMap(\.retryOf).map(QueueLock.job)) }
            var numbers = try JobNumbers(now: now, tx)
            let ids = try jobs.map { job -> JobID? in
                // Without the job that it repeats, its photo may be gone. A marked photo may be removed at any moment.
                guard try Self.isRepeatable(job.retryOf, tx),
                    try !job.inputs.contains(where: { try Self.isMarked($0, tx) })
                else { return nil }
                // The repetition of this key was removed.
                if let key = job.key, try Self.wasRemoved(.job, named: key, of: job.person, tx) {
                    return nil
                }
                if once, let id = job.retryOf,
                    try Self.repetition(
                        of: id, like: alike ? (job.provider, job.payload) : nil, tx) != nil
                {
                    return nil
                }
                return try Self.insert(job, &numbers, now: now, tx).id
            }
            if let allowance {
                let queued = zip(jobs, ids).compactMap { job, id in id == nil ? nil : job }
                try Self.use(queued, within: allowance, tx)
            }
            return ids
        }
    }

    /// The latest job that repeats another and was not cancelled; `nil` if there is none.
    ///
    /// - Parameter order: Only one that asks this provider for this; `nil` for any.
    public nonisolated func repetition(
        of id: JobID, like order: (provider: String, payload: String)? = nil
    ) async throws(JobQueueError) -> JobID? {
        try await read { tx in try Self.repetition(of: id, like: order, tx) }
    }

    private static func repetition(
        of id: JobID, like order: (provider: String, payload: String)?, _ tx: any QueueTransaction
    ) throws -> JobID? {
        let number: Int64? = try tx.value(
            """
            SELECT max(again.id) FROM \(repetitionsSQL("?1"))
                AND (CAST(?2 AS TEXT) IS NULL OR again.provider = ?2 AND again.payload = ?3)
            """, [id.rawValue, order?.provider, order?.payload])
        return number.flatMap(JobID.init(rawValue:))
    }

    private static func isRepeatable(_ id: JobID?, _ tx: any QueueTransaction) throws -> Bool {
        try tx.has("job WHERE id = ? AND expires_at IS NULL", [id?.rawValue])
    }
}
