public import Foundation

/// How much of the cap and the money one person, or all persons, used.
public struct Usage: Sendable, Equatable, Codable {
    /// Charges of the day that count against the cap.
    public var usedToday: Int
    /// The money of the day.
    public var today: Money
    /// The money of the calendar month so far.
    public var month: Money

    /// Nothing.
    public static let none = Usage(usedToday: 0, today: Money(), month: Money())
}

/// Money in millionths of a US dollar, by how well it is known.
public struct Money: Sendable, Equatable, Codable {
    /// Paid, and counted from the answers' tokens.
    public var known = 0
    /// Paid, at the model's usual price.
    public var estimated = 0
    /// Perhaps paid, at the model's usual price.
    public var unknown = 0
    /// Charges of unknown price.
    public var unpriced = 0

    /// Nothing.
    public init() {}
}

extension JobStore {
    /// The usage of each person; charges of forgotten persons count under `nil`.
    ///
    /// - Parameters:
    ///   - space: Only the persons of this space; `nil` for all.
    ///   - person: Only this person; `nil` for all.
    ///   - kind: Only charges of this kind take places of the day; `nil` for all. Money is that of all kinds.
    public nonisolated func usage(
        in space: Space? = nil, of person: Person? = nil, counting kind: JobKind? = nil,
        cap: DailyCap, now: Date
    ) async throws(JobQueueError) -> [Person?: Usage] {
        let today = cap.day(of: now)
        let firstOfMonth = today.prefix(8) + "01"
        return try await read { tx in
            let rows = try tx.rows(
                """
                SELECT space, person, day = ?1 AS is_today,
                    count(CASE WHEN CAST(?5 AS TEXT) IS NULL OR kind = ?5 THEN 1 END) AS used,
                    sum(CASE WHEN state = 'paid' THEN cost END) AS known,
                    sum(CASE WHEN state = 'paid' AND cost IS NULL THEN estimate END) AS estimated,
                    sum(CASE WHEN state <> 'paid' THEN estimate END) AS unknown,
                    count(*) - count(coalesce(cost, estimate)) AS unpriced
                FROM charge
                WHERE day BETWEEN ?2 AND ?1 AND state <> 'free'
                    AND (CAST(?3 AS TEXT) IS NULL OR space = ?3)
                    AND (CAST(?4 AS TEXT) IS NULL OR person = ?4)
                GROUP BY space, person, is_today
                """,
                [
                    today, String(firstOfMonth), (person?.space ?? space)?.rawValue,
                    person?.rawValue, kind?.rawValue,
                ])
            var usage: [Person?: Usage] = [:]
            for row in rows {
                let key = try row.person()
                let money = Money(row: row)
                let isToday: Bool = try row.required("is_today")
                var entry = usage[key] ?? .none
                entry.month = entry.month + money
                if isToday {
                    entry.usedToday = try row.required("used")
                    entry.today = money
                }
                usage[key] = entry
            }
            return usage
        }
    }
}

extension Money {
    fileprivate init(row: QueueRow) {
        known = row["known"] ?? 0
        estimated = row["estimated"] ?? 0
        unknown = row["unknown"] ?? 0
        unpriced = row["unpriced"] ?? 0
    }

    /// The sums, kind by kind.
    public static func + (left: Money, right: Money) -> Money {
        var sum = left
        sum.known += right.known
        sum.estimated += right.estimated
        sum.unknown += right.unknown
        sum.unpriced += right.unpriced
        return sum
    }
}
