package import Foundation
package import JobQueue

extension JobStore {
    /// A person's tips of a day or a week; the first who asks for them makes them.
    ///
    /// Those of a day are chosen anew after another scan, but for those that are done.
    ///
    /// - Parameters:
    ///   - ids: The names of new tips; there are at most as many tips as names.
    ///   - scan: The scan that a day's tips are chosen by; `nil` for none, and for a week's.
    ///   - question: What a model is asked about new ones, in the same transaction.
    ///   - choose: Chooses new ones, by the titles of the last tips of this kind, the last one last.
    /// - Returns: The tips in their order; `nil` for a person who is unknown or leaves.
    package func tips(
        of person: Person, _ type: Tip.Kind, for period: String, ids: [String],
        after scan: String? = nil, asking question: Question? = nil, now: Date,
        choose: @Sendable (_ said: [String]) -> [Tip.Said]
    ) throws(JobQueueError) -> [Tip]? {
        try write { tx in
            let change = try lockDays(of: person, asking: question, now: now, tx)
            guard try Self.isPresent(person, tx) else { return nil }
            let rows = try Self.tips(of: person, type, for: period, tx)
            let known = try rows.readable(Tip.init(row:))
            let kept = known.filter { tip in
                tip.completed != nil || type == .long || tip.said.scans?.first == scan
            }
            // A week's that went with their scan leave those that are done.
            let hasRoom = rows.count < ids.count && !known.contains { $0.completed == nil }
            guard kept.count < known.count || hasRoom else { return known }
            for tip in known where !kept.contains(tip) {
                try tx.run(
                    "DELETE FROM tip WHERE id = ? AND space = ? AND person = ?",
                    [tip.id] + person.arguments)
            }
            // A damaged tip keeps its place, too, since it may have been done.
            let taken: [Int] = try Self.tips(of: person, type, for: period, tx)
                .compactMap { $0["place"] }
            let places = ids.indices.filter { !taken.contains($0) }
            let new = choose(try Self.titles(of: person, type, tx)).filter { said in
                !kept.contains { $0.said.title == said.title }
            }
            for (place, said) in zip(places, new) {
                let id = ids[place]
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
            return try Self.tips(of: person, type, for: period, tx).readable(Tip.init(row:))
        }
    }

    /// A person's tip; `nil` if the person has no such tip, or its row is damaged.
    package nonisolated func tip(
        _ id: String, of person: Person
    ) async throws(JobQueueError) -> Tip? {
        try await read { tx in
            try tx.readable("tip", id, of: person, Tip.init(row:))
        }
    }

    /// Marks a tip as done, with the words that the person did, or as open again; returns it then.
    ///
    /// - Parameter said: Stays with the tip, whatever a model writes later.
    package func completeTip(
        _ id: String, of person: Person, as said: Tip.Said?, now: Date
    ) throws(JobQueueError) -> Tip? {
        try write { tx in
            try tx.lock(.days(of: person))
            guard var tip = try tx.readable("tip", id, of: person, Tip.init(row:)) else {
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

    /// The tips that a person has done, the last one first.
    ///
    /// - Parameter last: Only tips that were done before this one; `nil` for all.
    package nonisolated func tipsDone(
        by person: Person, _ type: Tip.Kind, before last: TipPosition?, limit: Int
    ) async throws(JobQueueError) -> [Tip] {
        try await read { tx in
            let condition =
                last == nil ? "" : "AND (completed_at, id) < (CAST(? AS BIGINT), CAST(? AS TEXT))"
            let place: [(any SQLConvertible)?] =
                last.map { [$0.completed.milliseconds, $0.id] } ?? []
            return try tx.readable(
                """
                SELECT * FROM tip
                WHERE space = ? AND person = ? AND type = ? AND completed_at IS NOT NULL \(condition)
                ORDER BY completed_at DESC, id DESC LIMIT ?
                """, person.arguments + [type.rawValue] + place, limit: limit, Tip.init(row:))
        }
    }

    /// Removes what was chosen by a scan and is still open, and what models wrote by it.
    ///
    /// All open tips of its period go: the next look chooses them anew. What was done is the person's and stays, in the words
    /// that were done.
    static func removeTips(
        of person: Person, chosenBy scan: String, now: Date, _ tx: any QueueTransaction
    ) throws {
        let tips = try tx.rows(
            """
            SELECT * FROM tip WHERE space = ? AND person = ? AND said LIKE ?
            """, person.arguments + ["%\"\(scan)\"%"]
        ).readable(Tip.init(row:)).filter { $0.said.scans?.contains(scan) == true }
        for tip in tips {
            try forgetQuestion(tip.type.words.key(tip.thing), of: person, now: now, tx)
            guard tip.completed == nil else { continue }
            try tx.run(
                """
                DELETE FROM tip WHERE space = ? AND person = ? AND type = ? AND period = ?
                    AND completed_at IS NULL
                """, person.arguments + [tip.type.rawValue, tip.period])
        }
    }

    /// A person's tips, the newest period first.
    ///
    /// - Parameter last: Only tips that come after this one; `nil` for all.
    package nonisolated func tips(
        of person: Person, after last: Tip? = nil, limit: Int
    ) async throws(JobQueueError) -> [Tip] {
        try await read { tx in
            // The time is compared twice, since the index is entered by the time alone.
            let condition = """
                AND created_at <= ? AND (created_at < ? OR (type, place, id)
                    > (CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS TEXT)))
                """
            let place: [(any SQLConvertible)?] =
                last.map { [$0.row.time, $0.row.time, $0.type.rawValue, $0.place, $0.id] } ?? []
            return try tx.readable(
                """
                SELECT * FROM tip WHERE space = ? AND person = ? \(last == nil ? "" : condition)
                ORDER BY created_at DESC, type, place, id LIMIT ?
                """, person.arguments + place, limit: limit, Tip.init(row:))
        }
    }

    /// A person's tips of a day or a week, in their order; none are made.
    package nonisolated func tips(
        of person: Person, _ type: Tip.Kind, for period: String
    ) async throws(JobQueueError) -> [Tip] {
        try await read { tx in
            try Self.tips(of: person, type, for: period, tx).readable(Tip.init(row:))
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
            ).readable { try Tip(row: $0).said.title }
        }
    }

    private static func tips(
        of person: Person, _ type: Tip.Kind, for period: String, _ tx: any QueueTransaction
    ) throws -> [QueueRow] {
        try tx.rows(
            """
            SELECT * FROM tip WHERE space = ? AND person = ? AND type = ? AND period = ?
            ORDER BY place
            """, person.arguments + [type.rawValue, period])
    }

    private static func titles(
        of person: Person, _ type: Tip.Kind, _ tx: any QueueTransaction
    ) throws -> [String] {
        try tx.rows(
            """
            SELECT * FROM tip WHERE space = ? AND person = ? AND type = ?
            ORDER BY created_at DESC, place DESC LIMIT ?
            """, person.arguments + [type.rawValue, mostTitles]
        ).readable { try Tip(row: $0).said.title }.reversed()
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
        self.row.time = try row.required("created_at")
    }
}
