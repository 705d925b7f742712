package import Foundation
package import JobQueue

/// How many persons a space has, and what they do, as counts.
package struct SpaceFigures: Sendable, Equatable {
    /// All persons.
    package var persons = 0
    /// Those whom the space met in the time that was asked for.
    package var newcomers = 0
    /// Of them, those who came back on the seventh day after.
    package var returned = 0
    /// All persons by what they pay for now.
    package var plans: [Plan: Int] = [:]
    /// All persons whose streak is this long or longer, at the last day that was done.
    package var longStreaks = 0
}

extension JobStore {
    /// Counts the persons of a space.
    ///
    /// Somebody came back who has handed in, done or written something on the seventh day: a scan, a task, a moment, a
    /// tip that was tried, an order.
    ///
    /// - Parameters:
    ///   - met: The times at which newcomers were met; the end does not belong to them.
    ///   - streak: The least count of a long streak.
    package nonisolated func figures(
        of space: Space, met: Range<Date>, streak: Int, now: Date
    ) async throws(JobQueueError) -> SpaceFigures {
        try await read { tx in
            var figures = SpaceFigures()
            let week: Int64 = 7 * 86_400_000
            let day: Int64 = 86_400_000
            figures.persons = try tx.count(
                "person WHERE space = ? AND leaving = 0", [space.rawValue])
            let row = try tx.row(
                """
                SELECT count(*) AS n, sum(CASE WHEN \(Self.cameBackSQL)
                    THEN 1 ELSE 0 END) AS returned
                FROM person AS p
                WHERE p.space = ?1 AND p.leaving = 0 AND p.created_at >= ?2 AND p.created_at < ?3
                """,
                [
                    space.rawValue, met.lowerBound.milliseconds, met.upperBound.milliseconds, week,
                    week + day - 1,
                ])
            figures.newcomers = row?["n"] ?? 0
            figures.returned = row?["returned"] ?? 0
            // By name, the best plan is the first: "pro" comes before "trial".
            let paying = try tx.rows(
                """
                SELECT best AS plan, count(*) AS n FROM (
                    SELECT person.person, min(plan) AS best FROM person JOIN (
                        SELECT person, plan, expires_at FROM entitlement WHERE space = ?1
                        UNION ALL
                        SELECT store_name.name, plan, \(Self.endOfPurchase)
                        FROM store_name JOIN purchase
                            ON purchase.space = store_name.space
                            AND purchase.customer = store_name.customer
                        WHERE store_name.space = ?1
                    ) AS held ON held.person = person.person
                    WHERE person.space = ?1 AND leaving = 0 AND plan <> 'free'
                        AND (expires_at IS NULL OR expires_at > ?2)
                    GROUP BY person.person
                ) AS paying
                GROUP BY best
                """, [space.rawValue, now.milliseconds])
            for row in paying {
                figures.plans[try Plan(row: row), default: 0] += try row.count("n")
            }
            figures.plans[.free] = figures.persons - figures.plans.values.reduce(0, +)
            figures.longStreaks = try tx.count(
                "streak WHERE space = ? AND count >= ?", [space.rawValue, streak])
            return figures
        }
    }

    /// Whether the person `p` did something between two times after `p` was met.
    private static let cameBackSQL = [
        ("scan", "created_at"), ("task", "done_at"), ("moment", "submitted_at"),
        ("tip", "created_at"), ("job", "created_at"),
    ].map { table, time in
        """
        EXISTS (SELECT 1 FROM \(table) AS t WHERE t.space = p.space AND t.space <> ''
            AND t.person = p.person AND t.\(time) BETWEEN p.created_at + ?4 AND p.created_at + ?5)
        """
    }.joined(separator: " OR ")
}
