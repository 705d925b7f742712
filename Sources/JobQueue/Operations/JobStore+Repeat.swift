public import Foundation

extension JobStore {
    /// Queues jobs that repeat others, all in one transaction; returns once they are on the disk.
    ///
    /// - Parameters:
    ///   - once: Whether a job that was repeated before is left out: no other process can repeat it meanwhile. A repetition
    ///     that was cancelled does not count.
    ///   - allowance: The limits that free jobs count for; `nil` for none. Throws ``JobQueueError/limitReached(_:)``, with
    ///     nothing queued, beyond them.
    /// - Returns: For each job its name; `nil` where it was left out, where the job that it repeats or its photo is gone, or
    /// where that job is fleeting, since nothing is asked twice.
    public func submitRepetitions(
        _ jobs: [NewJob], once: Bool, within allowance: FreeAllowance? = nil, now: Date
    ) throws(JobQueueError) -> [JobID?] {
        try write { tx in
            if once { try tx.lock(all: jobs.compactMap(\.retryOf).map(QueueLock.job)) }
            var numbers = try JobNumbers(now: now, tx)
            let ids = try jobs.map { job -> JobID? in
                // Without the job that it repeats, its photo may be gone. A marked photo may be removed at any moment.
                guard try Self.isRepeatable(job.retryOf, tx),
                    try !job.inputs.contains(where: { try Self.isMarked($0, tx) })
                else { return nil }
                if once, try Self.isRepeated(job.retryOf, tx) { return nil }
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
    public nonisolated func repetition(of id: JobID) async throws(JobQueueError) -> JobID? {
        try await read { tx in
            let number: Int64? = try tx.value(
                """
                SELECT max(id) FROM job WHERE retry_of = ? AND state <> 'cancelled'
                """, [id.rawValue])
            return number.flatMap(JobID.init(rawValue:))
        }
    }

    private static func isRepeatable(_ id: JobID?, _ tx: any QueueTransaction) throws -> Bool {
        try tx.has("job WHERE id = ? AND expires_at IS NULL", [id?.rawValue])
    }

    private static func isRepeated(_ id: JobID?, _ tx: any QueueTransaction) throws -> Bool {
        try tx.has(repetitionsSQL("?"), [id?.rawValue])
    }
}
