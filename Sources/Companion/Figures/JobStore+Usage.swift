package import Foundation
import Ground
package import JobQueue

/// Which persons' usage is read.
package enum UsageScope: Sendable {
    /// That of all.
    case all
    /// That of a space's persons.
    case space(Space)
    /// That of one person.
    case person(Person)
    /// That of some persons of a space, from one to another in the queue's order of names, which is not that of texts.
    case persons(from: String, to: String, in: Space)
}

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
        try await usage(UsageScope(space, person), counting: kind, cap: cap, now: now)
    }

    /// The usage of each person of a scope; charges of forgotten persons count under `nil`.
    package nonisolated func usage(
        _ scope: UsageScope, counting kind: JobKind? = nil, cap: DailyCap, now: Date
    ) async throws(JobQueueError) -> [Person?: Usage] {
        try await read { tx in
            var usage: [Person?: Usage] = [:]
            let sums = UsageSums(cap, now)
            for row in try tx.rows(sums.ofPersons(scope, counting: kind)) {
                try usage[row.person(), default: .none].add(row)
            }
            return usage
        }
    }

    /// The usage of the next persons, by space and name.
    ///
    /// - Parameters:
    ///   - space: Only the persons of this space; `nil` for all.
    ///   - last: The last person of the page before; `nil` for the first page.
    package nonisolated func usagePage(
        in space: Space?, after last: Person?, limit: Int, counting kind: JobKind? = nil,
        cap: DailyCap, now: Date
    ) async throws(JobQueueError) -> UsagePage {
        try await read { tx in
            let sums = UsageSums(cap, now)
            let rows = try tx.rows(
                sums.page(in: space, after: last, limit: limit + 1, counting: kind))
            let people = try rows.prefix(limit).map { row in
                var usage = Usage.none
                usage.add(row)
                return UsagePage.Line(person: try row.requiredPerson(), usage: usage)
            }
            guard rows.count <= limit else {
                return UsagePage(people: people, isLast: false, forgotten: nil)
            }
            var forgotten: Usage?
            let spaces = try [.commandLine] + tx.spaces(where: "TRUE").map(\.space)
            for space in space.map({ [$0] }) ?? spaces {
                let scope = UsageScope.persons(from: "", to: "", in: space)
                for row in try tx.rows(sums.ofPersons(scope, counting: kind)) {
                    var usage = forgotten ?? Usage.none
                    usage.add(row)
                    forgotten = usage
                }
            }
            return UsagePage(people: people, isLast: true, forgotten: forgotten)
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
            try tx.rows(UsageSums(cap, now).byKind(UsageScope(space, person))).map { row in
                var usage = Usage.none
                usage.add(row)
                return KindUsage(
                    kind: JobKind(rawValue: try row.required("kind")),
                    provider: try row.required("provider"), usage: usage)
            }
        }
    }
}

extension UsageScope {
    /// - Parameters:
    ///   - space: `nil` for all.
    ///   - person: `nil` for all of the space.
    init(_ space: Space?, _ person: Person?) {
        self = person.map(Self.person) ?? space.map(Self.space) ?? .all
    }

    fileprivate var space: Space? {
        switch self {
        case .all: nil
        case .space(let space), .persons(from: _, to: _, in: let space): space
        case .person(let person): person.space
        }
    }

    /// The persons as a condition; no person has an empty name, which stands for forgotten ones.
    fileprivate var ofPersons: SQLCondition {
        var condition = SQLCondition()
        if let space { condition.add("space = ?", [space.rawValue]) }
        switch self {
        case .all, .space: break
        case .person(let person): condition.add("person = ?", [person.rawValue])
        case .persons(from: let first, to: let last, in: _):
            condition.add("person BETWEEN ? AND ?", [first, last])
        }
        return condition
    }
}

/// What some persons used.
package struct UsagePage: Sendable {
    package let people: [Line]
    /// Whether no person follows.
    package let isLast: Bool
    /// What all forgotten persons used together, on the last page; `nil` if there is nothing.
    package let forgotten: Usage?

    package struct Line: Sendable {
        package let person: Person
        package let usage: Usage
    }
}

/// A condition of the filters that are set alone, so that an index can serve it.
struct SQLCondition {
    private(set) var sql = ""
    private(set) var arguments: [(any SQLConvertible)?] = []

    mutating func add(_ clause: String, _ values: [(any SQLConvertible)?]) {
        sql += " AND \(clause)"
        arguments += values
    }
}

/// A statement with its arguments.
private typealias Statement = (sql: String, arguments: [(any SQLConvertible)?])

extension QueueTransaction {
    fileprivate func rows(_ statement: Statement) throws -> [QueueRow] {
        try rows(statement.sql, statement.arguments)
    }
}

/// The statements that read the sums of a month so far, those of its last day apart.
private struct UsageSums {
    private let today: String
    private var month: String { String(today.prefix(7)) }
    private static let ofMonth = "month = ?2 AND day <= ?1"

    init(_ cap: DailyCap, _ now: Date) { today = cap.day(of: now) }

    /// By space and person, in the order of their index.
    func ofPersons(_ scope: UsageScope, counting kind: JobKind?) -> Statement {
        sums(
            by: "space, person", of: "person_sum", Self.ofMonth, month, counting: kind,
            scope.ofPersons)
    }

    func page(
        in space: Space?, after last: Person?, limit: Int, counting kind: JobKind?
    ) -> Statement {
        var persons = UsageScope(space, nil).ofPersons
        persons.add("person > ''", [])
        if let last, space != nil {
            persons.add("person > ?", [last.rawValue])
        } else if let last {
            persons.add("(space, person) > (?, ?)", last.arguments)
        }
        let page = sums(
            by: "space, person", of: "person_sum", Self.ofMonth, month, counting: kind, persons)
        return (page.sql + " LIMIT ?", page.arguments + [limit])
    }

    func byKind(_ scope: UsageScope) -> Statement {
        if case .person = scope {
            return sums(
                by: "kind, provider", of: "person_sum", Self.ofMonth, month, scope.ofPersons)
        }
        var condition = SQLCondition()
        if let space = scope.space {
            // Day by day, since the index begins with the day.
            let last = Int(digits: today.suffix(2), in: 1...31) ?? 31
            let days = (1...last).map { "\(month)-\($0 < 10 ? "0" : "")\($0)" }
            condition.add("day IN (\(days.map { _ in "?" }.joined(separator: ", ")))", days)
            condition.add("space = ?", [space.rawValue])
        }
        return sums(
            by: "kind, provider", of: "day_sum", "day BETWEEN ?2 AND ?1", "\(month)-01", condition)
    }

    /// - Parameters:
    ///   - columns: What they are grouped by.
    ///   - time: The condition of the month, with the day as ?1 and its other argument as ?2.
    ///   - kind: Only charges of this kind count as used; `nil` for all.
    private func sums(
        by columns: String, of table: String, _ time: String, _ first: String,
        counting kind: JobKind? = nil, _ condition: SQLCondition
    ) -> Statement {
        let money = ["known", "estimated", "unknown", "unpriced"].map {
            "sum(\($0)) AS \($0), sum(CASE WHEN day = ?1 THEN \($0) END) AS \($0)_today"
        }
        let isUsed = "day = ?1" + (kind == nil ? "" : " AND kind = ?3")
        return (
            """
            SELECT \(columns), \(money.joined(separator: ", ")),
                sum(CASE WHEN \(isUsed) THEN charges END) AS used
            FROM \(table) WHERE \(time)\(condition.sql)
            GROUP BY \(columns) HAVING sum(charges) > 0 ORDER BY \(columns)
            """, [today, first] + (kind.map { [$0.rawValue] } ?? []) + condition.arguments
        )
    }
}

/// What was used of one kind of work, by one provider.
package struct KindUsage: Sendable, Equatable {
    package let kind: JobKind
    package let provider: String
    package var usage: Usage
}

extension Usage {
    /// Adds the sums of a month, and those of its last day.
    fileprivate mutating func add(_ row: QueueRow) {
        usedToday += row.charges("used")
        today = today + Money(row, "_today")
        month = month + Money(row, "")
    }
}

extension Money {
    init(_ row: QueueRow, _ suffix: String) {
        self.init()
        known = row.money("known" + suffix) ?? 0
        estimated = row.money("estimated" + suffix) ?? 0
        unknown = row.money("unknown" + suffix) ?? 0
        unpriced = row.charges("unpriced" + suffix)
    }
}

extension QueueRow {
    /// How many charges a column has; none if it is NULL.
    func charges(_ column: String) -> Int {
        ((self[column] as Int?) ?? 0).clamped(to: Int.counts)
    }
}
