package import Foundation

/// The numbers of the new jobs of one transaction.
///
/// Each is larger than every earlier one, including those of removed jobs and of a replaced queue.
package struct JobNumbers {
    private var last: Int64

    /// Takes the lock under which numbers are assigned, and looks up the last one.
    package init(now: Date, _ tx: any QueueTransaction) throws {
        try tx.lock(.numbers)
        last = max(try JobStore.lastID(tx), JobID(at: now).rawValue - 1)
    }

    /// The number of the next job.
    func next() throws -> JobID {
        guard let next = JobID(rawValue: last + 1) else {
            throw JobQueueError.refused(detail: "there are no numbers left")
        }
        return next
    }

    /// Goes on to the number after the next.
    mutating func advance() { last += 1 }
}

extension JobStore {
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
