package import Foundation
package import Ground
package import JobQueue

extension JobStore {
    /// Keeps a moment, once for each name that a client gives.
    ///
    /// - Parameters:
    ///   - allowance: The limits that it counts for; `nil` for none. Throws ``JobQueueError/limitReached(_:)`` beyond them.
    ///   - question: What a model is asked about it; in the same transaction, and not for one that was there already.
    ///   - reply: Makes the reply, from the pool's lines that were used on its day, the last one last.
    package func add(
        _ moment: Moment, asking question: Question? = nil,
        within allowance: FreeAllowance? = nil, now: Date,
        reply: @Sendable (_ said: [String]) -> Moment.Reply
    ) throws(JobQueueError) -> MomentAdmission {
        try write { tx in
            let change = try lockDays(of: moment.person, asking: question, now: now, tx)
            guard try Self.isPresent(moment.person, tx) else { return .gone }
            if let known = try Self.moment(of: moment.person, client: moment.client, tx) {
                return known.digest == moment.digest ? .existing(known) : .nameTaken
            }
            let lines: [String] = try tx.values(
                """
                SELECT line FROM moment
                WHERE space = ? AND person = ? AND day = ? AND line IS NOT NULL ORDER BY seq
                """, moment.person.arguments + [moment.day.description])
            var moment = moment
            moment.said.answer = reply(lines)
            try tx.run(
                """
                INSERT INTO moment (
                    id, space, person, client, digest, day, happened_at, submitted_at, favourite,
                    line, said)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [moment.id] + moment.person.arguments + [
                    moment.client, moment.digest, moment.day.description,
                    moment.happened.milliseconds, moment.submitted.milliseconds,
                    moment.isFavourite,
                    moment.said.answer.isOfPool ? moment.said.answer.text : nil,
                    try StoredJSON.text(moment.said),
                ])
            let known = try Self.preferences(of: moment.person, tx)
            var wishes = known
            wishes.said.hasWritten = true
            wishes.said.language = moment.said.answer.language ?? known.said.language
            if wishes != known { try Self.write(wishes, of: moment.person, tx) }
            try change.ask(tx)
            if let allowance {
                try Self.use(1, of: .moment, by: moment.person, within: allowance, tx)
            }
            return .kept(moment)
        }
    }

    /// A person's moment; `nil` if there is none, also if it is another's.
    package nonisolated func moment(
        _ id: String, of person: Person
    ) async throws(JobQueueError) -> Moment? {
        try await read { tx in try tx.row("moment", id, of: person).map(Moment.init(row:)) }
    }

    /// A person's moment with the client's id; `nil` if the moment is unknown.
    package nonisolated func moment(
        of person: Person, client: String
    ) async throws(JobQueueError) -> Moment? {
        try await read { tx in try Self.moment(of: person, client: client, tx) }
    }

    /// A person's moments, by when they happened, the newest first.
    ///
    /// - Parameter id: Only moments that come after this one; `nil` for all.
    package nonisolated func moments(
        of person: Person, _ filter: MomentFilter = MomentFilter(), after id: String? = nil,
        limit: Int
    ) async throws(JobQueueError) -> [Moment] {
        try await read { tx in
            var condition = "space = ?1 AND person = ?2"
            var arguments = person.arguments
            if let day = filter.day {
                condition += " AND day = ?"
                arguments.append(day.description)
            }
            if filter.favouritesOnly { condition += " AND favourite = 1" }
            if let id {
                condition += """
                     AND (day, happened_at, seq) < (
                        SELECT day, happened_at, seq FROM moment
                        WHERE id = ? AND space = ?1 AND person = ?2)
                    """
                arguments.append(id)
            }
            return try tx.rows(
                """
                SELECT * FROM moment WHERE \(condition)
                ORDER BY day DESC, happened_at DESC, seq DESC LIMIT ?
                """, arguments + [limit]
            ).map(Moment.init(row:))
        }
    }

    /// Changes whether a person likes to come back to a moment; returns it then, `nil` if there is none.
    package func setFavourite(
        _ isFavourite: Bool, _ id: String, of person: Person
    ) throws(JobQueueError) -> Moment? {
        try write { tx in
            try tx.run(
                "UPDATE moment SET favourite = ? WHERE id = ? AND space = ? AND person = ?",
                [isFavourite, id] + person.arguments)
            return try tx.row("moment", id, of: person).map(Moment.init(row:))
        }
    }

    /// Removes a person's moment, and the questions about it; returns whether there was one.
    package func removeMoment(
        _ id: String, asked key: String, of person: Person, now: Date
    ) throws(JobQueueError) -> Bool {
        try erase { tx in
            try tx.lock(.days(of: person))
            try Self.forgetQuestion(key, of: person, now: now, tx)
            return try tx.run(
                "DELETE FROM moment WHERE id = ? AND space = ? AND person = ?",
                [id] + person.arguments) == 1
        }
    }

    /// The days on which a person has moments, the newest first.
    ///
    /// - Parameters:
    ///   - day: Only days before this one; `nil` for all.
    ///   - most: How many of each day's moments are returned.
    ///   - key: How the keys of questions about moments begin; the client's name of the moment follows.
    package nonisolated func momentDays(
        of person: Person, before day: LocalDay? = nil, limit: Int, most: Int, asked key: String
    ) async throws(JobQueueError) -> [MomentDay] {
        try await read { tx in
            let days = try tx.rows(
                """
                SELECT day, count(*) AS n FROM moment
                WHERE space = ? AND person = ? \(day == nil ? "" : "AND day < ?")
                GROUP BY day ORDER BY day DESC LIMIT ?
                """, person.arguments + (day.map { [$0.description] } ?? []) + [limit])
            return try days.map { row in
                let rows = try tx.rows(
                    """
                    SELECT moment.*, asked.answer FROM moment LEFT JOIN asked
                        ON asked.space = moment.space AND asked.person = moment.person
                        AND asked.key = CAST(? AS TEXT) || moment.client
                    WHERE moment.space = ? AND moment.person = ? AND moment.day = ?
                    ORDER BY moment.happened_at, moment.seq
                    """, [key] + person.arguments + [row["day"] as String?])
                let moments = try rows.map(Moment.init(row:))
                return MomentDay(
                    day: try row.required("day", LocalDay.init), count: try row.required("n"),
                    readings: zip(rows, moments).map { row, moment in
                        MomentDay.Reading(reply: moment.said.answer, answer: row["answer"])
                    },
                    first: Array(moments.prefix(most)))
            }
        }
    }

    private static func moment(
        of person: Person, client: String, _ tx: any QueueTransaction
    ) throws -> Moment? {
        try tx.row(
            "SELECT * FROM moment WHERE space = ? AND person = ? AND client = ?",
            person.arguments + [client]
        ).map(Moment.init(row:))
    }
}

extension Moment {
    fileprivate init(row: QueueRow) throws {
        self.init(
            id: try row.required("id"), person: try row.requiredPerson(),
            client: try row.required("client"), digest: try row.required("digest"),
            day: try row.required("day", LocalDay.init), happened: try row.date("happened_at"),
            submitted: try row.date("submitted_at"), isFavourite: try row.required("favourite"),
            said: try row.required("said") { StoredJSON.value(Said.self, $0) })
    }
}
