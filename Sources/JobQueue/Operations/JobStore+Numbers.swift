import Foundation

/// The numbers of jobs, assigned under the queue's lock.
extension JobStore {
    /// The next job's number: larger than every earlier one, including those of removed jobs and of a replaced queue.
    static func nextID(now: Date, _ tx: any QueueTransaction) throws -> JobID {
        try tx.lock(.numbers)
        let next = JobID(rawValue: try lastID(tx) + 1)
        guard let next else { throw JobQueueError.refused(detail: "there are no numbers left") }
        return max(next, JobID(at: now))
    }

    /// The largest number ever assigned, as far as the queue knows.
    static func lastID(_ tx: any QueueTransaction) throws -> Int64 {
        try tx.value(
            """
            SELECT max(id) FROM (
                SELECT max(id) AS id FROM job UNION ALL SELECT removed_job FROM mark) AS numbers
            """) ?? 0
    }

    /// Prevents a number from being reused after its job is gone.
    static func markUsed(_ number: Int64, _ tx: any QueueTransaction) throws {
        try tx.run(
            """
            INSERT INTO mark VALUES (1, ?) ON CONFLICT (one) DO UPDATE
            SET removed_job = excluded.removed_job WHERE mark.removed_job < excluded.removed_job
            """, [number])
    }
}
