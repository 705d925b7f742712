package import Foundation
package import JobQueue

extension JobStore {
    /// The usage of each person; charges of forgotten persons count under `nil`.
    ///
    /// - Parameters:
    ///   - space: Only the persons of this space; `nil` for all.
    ///   - person: Only this person; `nil` for all.
    ///   - kind: Only charges of this kind take slots of the day; `nil` for all. Money is that of all kinds.
    package nonisolated func usage(
        in space: Space? = nil, of person: Person? = nil, counting kind: JobKind? = nil,
        cap: DailyCap, now: Date
    ) async throws(JobQueueError) -> [Person?: Usage] {
        try await read { tx in
            let rows = try Self.sums(
                by: "space, person", in: person?.space ?? space, of: person, counting: kind, cap,
                now: now, tx)
            var usage: [Person?: Usage] = [:]
            for row in rows { try usage[row.person(), default: .none].add(row) }
            return usage
        }
    }

    /// What was used of each kind of work and each provider, by their names.
    ///
    /// - Parameters:
    ///   - space: Only charges of this space; `nil` for all.
    ///   - person: Only this person's; `nil` for all.
    package nonisolated func usageByKind(
        in space: Space? = nil, of person: Person? = nil, cap: DailyCap, now: Date
    ) async throws(JobQueueError) -> [KindUsage] {
        try await read { tx in
            let rows = try Self.sums(
                by: "kind, provider", in: person?.space ?? space, of: person, cap, now: now, tx)
            var all: [KindUsage] = []
            for row in rows {
                let kind = JobKind(rawValue: try row.required("kind"))
                let provider: String = try row.required("provider")
                if all.last?.kind != kind || all.last?.provider != provider {
                    all.append(KindUsage(kind: kind, provider: provider, usage: .none))
                }
                try all[all.count - 1].usage.add(row)
            }
            return all
        }
    }

    /// The money of the month's charges, grouped by columns, those of the day apart.
    private static func sums(
        by columns: String, in space: Space?, of person: Person?, counting kind: JobKind? = nil,
        _ cap: DailyCap, now: Date, _ tx: any QueueTransaction
    ) throws -> [QueueRow] {
        let today = cap.day(of: now)
        return try tx.rows(
            """
            SELECT \(columns), day = ?1 AS is_today,
                count(CASE WHEN CAST(?5 AS TEXT) IS NULL OR kind = ?5 THEN 1 END) AS used,
                \(moneySQL)
            FROM charge
            WHERE day BETWEEN ?2 AND ?1 AND state <> 'free'
                AND (CAST(?3 AS TEXT) IS NULL OR space = ?3)
                AND (CAST(?4 AS TEXT) IS NULL OR person = ?4)
            GROUP BY \(columns), is_today ORDER BY \(columns)
            """,
            [
                today, "\(today.prefix(8))01", space?.rawValue, person?.rawValue, kind?.rawValue,
            ])
    }
}

/// What was used of one kind of work, by one provider.
package struct KindUsage: Sendable, Equatable {
    package let kind: JobKind
    package let provider: String
    package var usage: Usage
}

/// The money of a group of charges, by how well it is known.
private let moneySQL = """
    sum(CASE WHEN state = 'paid' THEN cost END) AS known,
    sum(CASE WHEN state = 'paid' AND cost IS NULL THEN estimate END) AS estimated,
    sum(CASE WHEN state <> 'paid' THEN estimate END) AS unknown,
    count(*) - count(coalesce(cost, estimate)) AS unpriced
    """

extension Usage {
    /// Adds charges of the day, or of the month's earlier days.
    fileprivate mutating func add(_ row: QueueRow) throws {
        let money = Money(row: row)
        month = month + money
        guard try row.required("is_today") else { return }
        usedToday = try row.required("used")
        today = money
    }
}

extension Money {
    fileprivate init(row: QueueRow) {
        self.init()
        known = row["known"] ?? 0
        estimated = row["estimated"] ?? 0
        unknown = row["unknown"] ?? 0
        unpriced = row["unpriced"] ?? 0
    }
}
