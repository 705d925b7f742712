import Ground
package import JobQueue

/// A month of the queue's time zone, as `2026-10`.
package struct Month: Sendable, Equatable {
    package let name: String

    /// Parses the name of a month; `nil` for any other text.
    package init?(_ text: String) {
        guard let match = text.wholeMatch(of: /\d{4}-(\d\d)/),
            Int(digits: match.1, in: 1...12) != nil
        else { return nil }
        name = text
    }
}

/// What a person used of one kind of work and one provider in a month.
package struct MonthLine: Sendable, Equatable {
    package let space: Space
    /// `nil` for all who were forgotten.
    package let person: Person?
    package let kind: JobKind
    package let provider: String
    /// How many requests were charged, or may have been.
    package let requests: Int
    package let money: Money
}

extension JobStore {
    /// What persons used in a month, of the next persons by space and name.
    ///
    /// - Parameters:
    ///   - space: Only the persons of this space; `nil` for all.
    ///   - person: Only this person; `nil` for all.
    ///   - last: The last line that was read; `nil` to begin.
    ///   - limit: The number of lines.
    package nonisolated func use(
        in month: Month, space: Space? = nil, of person: Person? = nil,
        after last: MonthLine? = nil,
        limit: Int
    ) async throws(JobQueueError) -> [MonthLine] {
        return try await read { tx in
            var condition = SQLCondition()
            if let space = person?.space ?? space { condition.add("space = ?", [space.rawValue]) }
            if let person { condition.add("person = ?", [person.rawValue]) }
            if let last {
                condition.add(
                    "(space, person, kind, provider) > (?, ?, ?, ?)",
                    [
                        last.space.rawValue, last.person?.rawValue ?? "", last.kind.rawValue,
                        last.provider,
                    ])
                // A bound of the index, which does not have the other columns in this order.
                condition.add(
                    "(space, person) >= (?, ?)", [last.space.rawValue, last.person?.rawValue ?? ""])
            }
            return try tx.rows(
                """
                SELECT space, person, kind, provider, sum(charges) AS charges, sum(known) AS known,
                    sum(estimated) AS estimated, sum(unknown) AS unknown, sum(unpriced) AS unpriced
                FROM person_sum WHERE month = ?\(condition.sql)
                GROUP BY space, person, kind, provider HAVING sum(charges) > 0
                ORDER BY space, person, kind, provider LIMIT ?
                """, [month.name] + condition.arguments + [limit]
            ).map { row in
                MonthLine(
                    space: try row.required("space", Space.init(row:)), person: try row.person(),
                    kind: JobKind(rawValue: try row.required("kind")),
                    provider: try row.required("provider"), requests: row.charges("charges"),
                    money: Money(row, ""))
            }
        }
    }
}
