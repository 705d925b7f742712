public import Foundation

extension JobStore {
    /// Repairs due times after the clock was set back.
    ///
    /// Jobs that were due at once are due now, jobs that wait for another day than the next are judged again, and
    /// cooldowns restart. A time that a submitter set is kept. Reads every job that is not due.
    public func repairDueTimes(now: Date) throws(JobQueueError) {
        try write { tx in
            let cap = try Self.requiredLimits(tx)
            try tx.run(
                """
                UPDATE job SET due_at = ?1
                WHERE state = 'waiting' AND due_at > ?1 AND CASE
                    WHEN reason IN ('scheduled', 'photo') THEN FALSE
                    WHEN reason IN ('daily_cap', 'budget') THEN due_at <> ?2
                    ELSE created_at > ?1 OR started_at > ?1 END
                """, [now.milliseconds, cap.nextDay(after: now).milliseconds])
            try tx.run(
                """
                UPDATE gate SET opens_at = opens_at - changed_at + ?1, changed_at = ?1
                WHERE opens_at > ?1 AND changed_at > ?1
                """, [now.milliseconds])
        }
    }
}
