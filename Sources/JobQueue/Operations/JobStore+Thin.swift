/// The rows of older jobs, whose reports become short in the background.
extension JobStore {
    /// How many ended jobs wait for their reports to become short; `nil` once that has begun.
    public nonisolated func thinningAhead() async throws(JobQueueError) -> Int? {
        try await read { tx in
            let position: Int64? = try tx.value(Self.thinPosition)
            guard position == 0 else { return nil }
            return try Self.counts(tx).filter(\.key.hasEnded).values.reduce(0, +)
        }
    }

    /// Makes the reports of the next older jobs short, in one transaction.
    ///
    /// The texts are made before the lock is taken. A row that changes meanwhile stays as it is: it is still read.
    ///
    /// - Returns: Whether there may be more.
    public func thinRows(limit: Int) async throws(JobQueueError) -> Bool {
        let position: Int64? = try await read { tx in try tx.value(Self.thinPosition) }
        guard let position else { return false }
        let rows = try await read { tx in
            try tx.rows(
                """
                SELECT id, state, facts, findings, outcome, prompt, expires_at FROM job
                WHERE id > ? ORDER BY id LIMIT ?
                """, [position, limit]
            ).map(FatRow.init(row:))
        }
        let thin = rows.compactMap { row in ThinRow(row).map { (row, $0) } }
        try write(isNews: false) { tx in
            for (old, new) in thin { try Self.replace(old, by: new, tx) }
            // Another process may have come further.
            if let last = rows.last, rows.count == limit {
                try tx.run(
                    """
                    UPDATE upkeep SET job = ? WHERE space = '' AND part = 'reports' AND job < ?
                    """, [last.id.rawValue, last.id.rawValue])
            } else {
                try tx.run("DELETE FROM upkeep WHERE space = '' AND part = 'reports'")
            }
        }
        return rows.count == limit
    }

    private static let thinPosition =
        "SELECT job FROM upkeep WHERE space = '' AND part = 'reports'"

    private static func replace(
        _ old: FatRow, by new: ThinRow, _ tx: any QueueTransaction
    ) throws {
        let changed = try tx.run(
            """
            UPDATE job SET facts = ?, findings = ?, outcome = ?, prompt = ?
            WHERE id = ? AND state NOT IN ('waiting', 'running')
                AND facts IS NOT DISTINCT FROM ? AND findings IS NOT DISTINCT FROM ?
                AND outcome IS NOT DISTINCT FROM ? AND prompt IS NOT DISTINCT FROM ?
            """,
            [
                new.seen == nil ? old.facts : nil, new.seen == nil ? old.findings : nil,
                new.made == nil ? old.outcome : Report.outcomeElsewhere,
                try new.prompt.map { try keep(prompt: $0, tx) } ?? old.prompt, old.id.rawValue,
                old.facts, old.findings, old.outcome, old.prompt,
            ])
        guard changed == 1 else { return }
        if let seen = new.seen { try keep(seen: seen, of: old.id, tx) }
        if let made = new.made { try keep(made: made, of: old.id, tx) }
    }

    /// What of a row may be long.
    private struct FatRow: Sendable {
        let id: JobID
        let hasEnded: Bool
        let facts: String?
        let findings: String?
        let outcome: String?
        let prompt: String?
        /// Whether its texts may be about a person.
        let isFleeting: Bool

        init(row: QueueRow) throws {
            id = try row.id("id")
            hasEnded = try row.required("state", JobState.init).hasEnded
            facts = row["facts"]
            findings = row["findings"]
            outcome = row["outcome"]
            prompt = row["prompt"]
            isFleeting = row["expires_at"] as Int64? != nil
        }
    }

    /// What takes the place of it.
    private struct ThinRow: Sendable {
        let seen: String?
        let made: String?
        /// The prompt, if it is one to be stored once for all jobs.
        let prompt: String?

        /// `nil` if there is nothing to do.
        init?(_ row: FatRow) {
            guard row.hasEnded else { return nil }
            seen = Report.seen(row.facts, row.findings)
            made = Report.made(row.outcome)
            let isShared = row.prompt.map { Report.name(ofPrompt: $0) != nil && !row.isFleeting }
            prompt = isShared == true ? row.prompt : nil
            guard seen != nil || made != nil || prompt != nil else { return nil }
        }
    }
}
