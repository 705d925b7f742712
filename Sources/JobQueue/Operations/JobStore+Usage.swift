public import Foundation
import Ground

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
    ///   - kind: Only charges of this kind take slots of the day; `nil` for all. Money is that of all kinds.
    public nonisolated func usage(
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
    public nonisolated func usageByKind(
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
public struct KindUsage: Sendable, Equatable {
    /// The kind.
    public let kind: JobKind
    /// The provider.
    public let provider: String
    /// The charges and the money.
    public var usage: Usage
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
        known = row["known"] ?? 0
        estimated = row["estimated"] ?? 0
        unknown = row["unknown"] ?? 0
        unpriced = row["unpriced"] ?? 0
    }

    /// The sums, kind by kind.
    public static func + (left: Money, right: Money) -> Money {
        var sum = Money()
        sum.known = left.known.addingClamped(right.known)
        sum.estimated = left.estimated.addingClamped(right.estimated)
        sum.unknown = left.unknown.addingClamped(right.unknown)
        sum.unpriced = left.unpriced.addingClamped(right.unpriced)
        return sum
    }
}
