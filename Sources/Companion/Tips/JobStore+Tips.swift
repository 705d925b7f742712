package import Foundation
package import JobQueue

extension JobStore {
    /// A person's tips of a day or a week; the first who asks for them makes them.
    ///
    /// - Parameters:
    ///   - ids: The names of new tips; there are at most as many as names.
    ///   - question: What a model is asked about new ones, in the same transaction.
    ///   - choose: Chooses new ones, by the titles of the last tips of this kind, the last one last.
    /// - Returns: The tips in their order; `nil` for a person who is unknown or leaves.
    package func tips(
        of person: Person, _ type: Tip.Kind, for period: String, ids: [String],
        asking question: Question? = nil, now: Date,
        choose: @Sendable (_ said: [String]) -> [Tip.Said]
    ) throws(JobQueueError) -> [Tip]? {
        try write { tx in
            let change = try lockDays(of: person, asking: question, now: now, tx)
            guard try Self.isPresent(person, tx) else { return nil }
            let known = try Self.tips(of: person, type, for: period, tx)
            guard known.isEmpty else { return known }
            let tips = zip(ids, choose(try Self.titles(of: person, type, tx))).enumerated()
            for (place, (id, said)) in tips {
                try tx.run(
                    """
                    INSERT INTO tip (id, space, person, type, period, place, said, created_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                    [id] + person.arguments + [
                        type.rawValue, period, place, try StoredJSON.text(said), now.milliseconds,
                    ])
            }
            try change.ask(tx)
            return try Self.tips(of: person, type, for: period, tx)
        }
    }

    /// A person's tip; `nil` if there is none, also if it is another's.
    package nonisolated func tip(
        _ id: String, of person: Person
    ) async throws(JobQueueError) -> Tip? {
        try await read { tx in try tx.row("tip", id, of: person).map(Tip.init(row:)) }
    }

    /// Marks a tip as done, with the words that the person did, or as open again; returns it then.
    ///
    /// - Parameter said: Stays with the tip, whatever a model writes later.
    package func completeTip(
        _ id: String, of person: Person, as said: Tip.Said?, now: Date
    ) throws(JobQueueError) -> Tip? {
        try write { tx in
            try tx.lock(.days(of: person))
            guard var tip = try tx.row("tip", id, of: person).map(Tip.init(row:)) else {
                return nil
            }
            // Who did it before did it then.
            tip.completed = said == nil ? nil : tip.completed ?? now
            tip.said = said ?? tip.said
            try tx.run(
                "UPDATE tip SET completed_at = ?, said = ? WHERE id = ? AND space = ? AND person = ?",
                [tip.completed?.milliseconds, try StoredJSON.text(tip.said), id] + person.arguments)
            return tip
        }
    }

    /// All tips of a person, the newest period first.
    package nonisolated func tips(of person: Person) async throws(JobQueueError) -> [Tip] {
        try await read { tx in
            try tx.rows(
                """
                SELECT * FROM tip WHERE space = ? AND person = ?
                ORDER BY created_at DESC, type, place
                """, person.arguments
            ).map(Tip.init(row:))
        }
    }

    /// The titles of tips that a person has done since a time, the last one first.
    package nonisolated func titlesDone(
        by person: Person, since moment: Date, limit: Int
    ) async throws(JobQueueError) -> [String] {
        try await read { tx in
            try tx.rows(
                """
                SELECT * FROM tip WHERE space = ? AND person = ? AND completed_at >= ?
                ORDER BY completed_at DESC, place LIMIT ?
                """, person.arguments + [moment.milliseconds, limit]
            ).map { try Tip(row: $0).said.title }
        }
    }

    private static func tips(
        of person: Person, _ type: Tip.Kind, for period: String, _ tx: any QueueTransaction
    ) throws -> [Tip] {
        try tx.rows(
            """
            SELECT * FROM tip WHERE space = ? AND person = ? AND type = ? AND period = ?
            ORDER BY place
            """, person.arguments + [type.rawValue, period]
        ).map(Tip.init(row:))
    }

    private static func titles(
        of person: Person, _ type: Tip.Kind, _ tx: any QueueTransaction
    ) throws -> [String] {
        try tx.rows(
            """
            SELECT * FROM tip WHERE space = ? AND person = ? AND type = ?
            ORDER BY created_at DESC, place DESC LIMIT ?
            """, person.arguments + [type.rawValue, mostTitles]
        ).map { try Tip(row: $0).said.title }.reversed()
    }

    /// More than a pool has, so that the one of the longest ago is known.
    private static let mostTitles = 200
}

extension Tip {
    fileprivate init(row: QueueRow) throws {
        self.init(
            id: try row.required("id"), type: try row.required("type", Kind.init),
            period: try row.required("period"), place: try row.required("place"),
            completed: row.optionalDate("completed_at"),
            said: try row.required("said") { StoredJSON.value(Said.self, $0) })
    }
}
