public import Foundation

/// The limits of the queue: the cap, the budget and the time zone. They belong to the queue, not to a process.
extension JobStore {
    /// The limits of the queue; `nil` until a process has stored them.
    public nonisolated func limits() async throws(JobQueueError) -> DailyCap? {
        try await read { tx in try Self.limits(tx) }
    }

    /// Stores the limits of a queue that has none yet, now and whenever this process meets it without any; returns the
    /// queue's limits.
    @discardableResult
    public func keepLimits(orElse usual: DailyCap) throws(JobQueueError) -> DailyCap {
        ownLimits = usual
        return try write { tx in
            // Of two processes that are first, the database admits one.
            try tx.run(
                """
                INSERT INTO cap (one, charges, time_zone, spend) VALUES (1, ?, ?, ?)
                ON CONFLICT (one) DO NOTHING
                """, [usual.charges, usual.timeZone.identifier, usual.spend])
            return try Self.requiredLimits(tx)
        }
    }

    /// Names the limits that this process stores in a queue that has none, without storing them now.
    public func setOwnLimits(_ limits: DailyCap) { ownLimits = limits }

    /// Changes the limits of the queue; returns the new ones.
    ///
    /// The next charge of every process counts by them, and jobs that wait for the cap or a budget are judged anew: some at
    /// once, the others by workers between their claims.
    ///
    /// - Parameter usual: What is changed in a queue without limits.
    @discardableResult
    public func changeLimits(
        orElse usual: DailyCap, now: Date, _ change: (inout DailyCap) -> Void
    ) throws(JobQueueError) -> DailyCap {
        try write { tx in
            let old = try Self.limits(tx)
            var new = old ?? usual
            change(&new)
            guard new != old else { return new }
            try tx.run(
                """
                INSERT INTO cap (one, charges, time_zone, spend) VALUES (1, ?, ?, ?)
                ON CONFLICT (one) DO UPDATE SET charges = excluded.charges,
                    time_zone = excluded.time_zone, spend = excluded.spend
                """, [new.charges, new.timeZone.identifier, new.spend])
            try Self.judgeAnew(now: now, tx)
            return new
        }
    }

    /// Repairs due times after the clock was set back.
    ///
    /// Jobs that were due at once are due now, jobs that wait for another day than the next are judged again, and
    /// cooldowns restart. A time that a submitter set is kept. Reads every job that is not due, without a lock.
    public func repairDueTimes(now: Date) async throws(JobQueueError) {
        let next = try write { tx in
            let next = try Self.requiredLimits(tx).nextDay(after: now).milliseconds
            try tx.run(
                """
                UPDATE gate SET opens_at = opens_at - changed_at + ?1, changed_at = ?1
                WHERE opens_at > ?1 AND changed_at > ?1
                """, [now.milliseconds])
            try tx.run(
                "UPDATE spent SET opens_at = ?1 WHERE opens_at > ?1 AND opens_at <> ?2",
                [now.milliseconds, next])
            return next
        }
        let isPremature = """
            state = 'waiting' AND due_at > ?1 AND CASE
                WHEN reason IN ('scheduled', 'photo') THEN FALSE
                WHEN reason IN ('daily_cap', 'budget') THEN due_at <> ?2
                ELSE created_at > ?1 OR started_at > ?1 END
            """
        let premature: [Int64] = try await read { tx in
            try tx.values(
                "SELECT id FROM job WHERE \(isPremature)", [now.milliseconds, next])
        }
        for start in stride(from: 0, to: premature.count, by: HoldingSQL.batch) {
            let ids = premature[start..<min(start + HoldingSQL.batch, premature.count)]
            try write { tx in
                for id in ids {
                    try tx.send(
                        "UPDATE job SET due_at = ?1 WHERE id = ?3 AND \(isPremature)",
                        [now.milliseconds, next, id])
                }
            }
        }
    }

    /// The limits as this process read them last.
    ///
    /// They only save a question: a transaction that decides by them confirms them first.
    func lastLimits() throws(JobQueueError) -> DailyCap {
        if let readLimits { return readLimits }
        let limits = try write { tx in try Self.requiredLimits(tx) }
        readLimits = limits
        return limits
    }

    /// The limits of the queue, as a transaction sees them.
    static func limits(_ tx: any QueueTransaction) throws -> DailyCap? {
        try tx.row("SELECT charges, time_zone, spend FROM cap").map(DailyCap.init(row:))
    }

    /// The limits of the queue, as a transaction sees them; throws if it has none yet.
    package static func requiredLimits(_ tx: any QueueTransaction) throws -> DailyCap {
        guard let limits = try limits(tx) else { throw JobQueueError.noLimits }
        return limits
    }
}

extension DailyCap {
    fileprivate init(row: QueueRow) throws {
        let name: String = try row.required("time_zone")
        guard let zone = TimeZone(identifier: name) else {
            throw JobQueueError.unknownTimeZone(name)
        }
        // An operator may name any number of charges; only counts are taken off it.
        let charges: Int64 = try row.required("charges")
        self.init(
            charges: max(0, Int(clamping: charges)), spend: row["spend"], timeZone: zone)
    }
}
