import Hashing
package import Foundation
package import Ground
import HeadshotWorker
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
            let row = try Self.row(of: moment.person, client: moment.client, tx)
            if let known = try row.readable(Moment.init(row:)) {
                return known.isWritten(like: moment) ? .existing(known) : .nameTaken(by: known)
            }
            // A phone that was offline sends what was removed meanwhile.
            guard try !Self.wasRemoved(.moment, named: moment.client, of: moment.person, tx)
            else { return .removed }
            // The row is damaged: the moment that was sent replaces it.
            if row != nil {
                try tx.run(
                    "DELETE FROM moment WHERE space = ? AND person = ? AND client = ?",
                    moment.person.arguments + [moment.client])
            }
            var moment = moment
            let obstacle = moment.said.answer.obstacle
            moment.said.answer = reply(
                try Self.lines(of: moment.person, on: moment.day, besides: moment.id, tx))
            if case .full = try change.attempt(tx) {
                moment.said.answer.obstacle = ModelObstacle.dailyLimit.rawValue
            } else {
                moment.said.answer.obstacle = obstacle
            }
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
            if let allowance {
                try Self.use(1, of: .moment, by: moment.person, within: allowance, tx)
            }
            return .kept(moment)
        }
    }

    /// A person's moment; `nil` if the person has no such moment, or its row is damaged.
    package nonisolated func moment(
        _ id: String, of person: Person
    ) async throws(JobQueueError) -> Moment? {
        try await read { tx in
            try tx.readable("moment", id, of: person, Moment.init(row:))
        }
    }

    /// A person's moment by the client's name of it; `nil` if the person has no such moment, or its row is damaged.
    package nonisolated func moment(
        of person: Person, client: String
    ) async throws(JobQueueError) -> Moment? {
        try await read { tx in
            try Self.row(of: person, client: client, tx).readable(Moment.init(row:))
        }
    }

    /// The client's name of a person's moment, whose row may be damaged; `nil` if the person has no such moment.
    package nonisolated func client(
        ofMoment id: String, of person: Person
    ) async throws(JobQueueError) -> String? {
        try await read { tx in
            try tx.value(
                "SELECT client FROM moment WHERE id = ? AND space = ? AND person = ?",
                [id] + person.arguments)
        }
    }

    /// A person's moments, by when they happened, the newest first.
    ///
    /// - Parameter place: Only moments that come after this place; `nil` for all.
    package nonisolated func moments(
        of person: Person, _ filter: MomentFilter = MomentFilter(),
        after place: MomentPlace? = nil, limit: Int
    ) async throws(JobQueueError) -> [Moment] {
        try await read { tx in
            var condition = "space = ? AND person = ?"
            var arguments = person.arguments
            if let day = filter.day {
                condition += " AND day = ?"
                arguments.append(day.description)
            }
            if let isFavourite = filter.isFavourite {
                condition += " AND favourite = \(isFavourite ? 1 : 0)"
            }
            if let place {
                condition += """
                     AND (day, happened_at, seq) <
                        (CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS BIGINT))
                    """
                arguments += [place.day.description, place.happened, place.seq]
            }
            return try tx.readable(
                """
                SELECT * FROM moment WHERE \(condition)
                ORDER BY day DESC, happened_at DESC, seq DESC LIMIT ?
                """, arguments, limit: limit, Moment.init(row:))
        }
    }

    /// Changes a person's moment, and forgets what models made of its old words.
    ///
    /// - Parameters:
    ///   - key: The key of the question about it, which is withdrawn where other words are there now: it is asked once.
    ///   - replacesWords: Whether the edit may change words, whose old rows go then.
    ///   - edit: Changes it.
    ///   - reply: Makes the reply to other words, as that to new ones; not called where the words are the same.
    /// - Returns: The changed moment; `nil` if the person has no such moment, or its row is damaged.
    package func changeMoment(
        _ id: String, asked key: String, replacesWords: Bool, of person: Person, now: Date,
        _ edit: @Sendable (inout Moment) -> Void,
        reply: @Sendable (_ said: [String]) -> Moment.Reply
    ) throws(JobQueueError) -> Moment? {
        func change(_ tx: any QueueTransaction) throws -> Moment? {
            try tx.lock(.days(of: person))
            guard let before = try tx.readable("moment", id, of: person, Moment.init(row:)) else {
                return nil
            }
            var moment = before
            edit(&moment)
            if !moment.said.hasWords(of: before.said) {
                try Self.forgetQuestion(key, of: person, now: now, tx)
                moment.said.answer = reply(
                    try Self.lines(of: person, on: moment.day, besides: id, tx))
            }
            guard moment != before else { return moment }
            try tx.run(
                """
                UPDATE moment SET day = ?, happened_at = ?, favourite = ?, line = ?, said = ?
                WHERE id = ? AND space = ? AND person = ?
                """,
                [
                    moment.day.description, moment.happened.milliseconds, moment.isFavourite,
                    moment.said.answer.isOfPool ? moment.said.answer.text : nil,
                    try StoredJSON.text(moment.said), id,
                ] + person.arguments)
            if moment.day != before.day || !moment.said.hasWords(of: before.said) {
                try Self.forgetSummaries(of: person, on: before.day, now: now, tx)
            }
            return moment
        }
        return replacesWords ? try erase { try change($0) } : try write { try change($0) }
    }

    /// Removes a person's moment, and the questions about it and its day; returns whether there was one.
    ///
    /// A moment whose row is damaged is removed, too.
    package func removeMoment(
        _ id: String, asked key: String, of person: Person, now: Date
    ) throws(JobQueueError) -> Bool {
        try erase { tx in
            try tx.lock(.days(of: person))
            try Self.forgetQuestion(key, of: person, now: now, tx)
            let row = try tx.row(
                "DELETE FROM moment WHERE id = ? AND space = ? AND person = ? RETURNING day",
                [id] + person.arguments)
            guard let row else { return false }
            try Self.forgetSummaries(of: person, on: row.day("day"), now: now, tx)
            return true
        }
    }

    /// Forgets the summaries that a model made of a day, except one of exactly the moments that the day has now.
    ///
    /// They may repeat a moment that was changed or removed.
    ///
    /// - Parameter day: `nil` if the day in the row is damaged; then the summaries of all days are forgotten.
    private static func forgetSummaries(
        of person: Person, on day: LocalDay?, now: Date, _ tx: any QueueTransaction
    ) throws {
        let moments = try tx.rows(
            """
            SELECT * FROM moment WHERE space = ? AND person = ? AND day = ?
            ORDER BY happened_at, seq
            """, person.arguments + [day?.description]
        ).readable(Moment.init(row:))
        let summary = WordsKind.daySummary.key(day?.description ?? "")
        let keys: [String] = try tx.values(
            """
            SELECT key FROM asked
            WHERE space = ? AND person = ? AND substr(key, 1, ?) = ? AND key <> ?
            """,
            person.arguments + [
                summary.utf8.count, summary,
                day.map { WordsKind.daySummary.key(Self.thing($0, with: moments)) } ?? "",
            ])
        for key in keys { try forgetQuestion(key, of: person, now: now, tx) }
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
            try tx.readable(
                """
                SELECT day, count(*) AS n FROM moment
                WHERE space = ? AND person = ? \(day == nil ? "" : "AND day < ?")
                GROUP BY day ORDER BY day DESC LIMIT ?
                """, person.arguments + (day.map { [$0.description] } ?? []), limit: limit
            ) { row in
                let day = try row.required("day", LocalDay.init)
                let rows = try tx.rows(
                    """
                    SELECT moment.*, asked.answer FROM moment LEFT JOIN asked
                        ON asked.space = moment.space AND asked.person = moment.person
                        AND asked.key = CAST(? AS TEXT) || moment.client
                    WHERE moment.space = ? AND moment.person = ? AND moment.day = ?
                    ORDER BY moment.happened_at, moment.seq
                    """, [key] + person.arguments + [day.description])
                let readings = try rows.readable { row in
                    (moment: try Moment(row: row), answer: row["answer"] as String?)
                }
                let moments = readings.map(\.moment)
                return MomentDay(
                    day: day, count: try row.required("n"),
                    readings: readings.map { moment, answer in
                        MomentDay.Reading(
                            text: moment.said.text, reply: moment.said.answer, answer: answer)
                    },
                    first: Array(moments.prefix(most)), zone: moments.last?.said.zone,
                    thing: Self.thing(day, with: moments))
            }
        }
    }

    private static func thing(_ day: LocalDay, with moments: [Moment]) -> String {
        var hash = SHA256()
        for moment in moments {
            hash.update(data: Data("\(moment.id)\n\(moment.said.text ?? "")\n".utf8))
        }
        return "\(day)/\(hash.finalize().hexadecimal.prefix(16))"
    }

    /// The lines of a pool that were said on a day, the last one last.
    private static func lines(
        of person: Person, on day: LocalDay, besides id: String, _ tx: any QueueTransaction
    ) throws -> [String] {
        try tx.values(
            """
            SELECT line FROM moment
            WHERE space = ? AND person = ? AND day = ? AND id <> ? AND line IS NOT NULL
            ORDER BY seq
            """, person.arguments + [day.description, id])
    }

    private static func row(
        of person: Person, client: String, _ tx: any QueueTransaction
    ) throws -> QueueRow? {
        try tx.row(
            "SELECT * FROM moment WHERE space = ? AND person = ? AND client = ?",
            person.arguments + [client])
    }
}

extension Moment {
    /// Whether this, or what it was before it was changed, is what a client sends again: what the person wrote, and when it
    /// happened, decide it.
    package func isWritten(like other: Moment) -> Bool {
        digest == other.digest
            || said.hasWords(of: other.said) && abs(happened.timeIntervalSince(other.happened)) < 1
    }

    fileprivate init(row: QueueRow) throws {
        self.init(
            id: try row.required("id"), person: try row.requiredPerson(),
            client: try row.required("client"), digest: try row.required("digest"),
            day: try row.required("day", LocalDay.init), happened: try row.date("happened_at"),
            submitted: try row.date("submitted_at"), isFavourite: try row.required("favourite"),
            said: try row.required("said") { StoredJSON.value(Said.self, $0) })
        place.seq = try row.required("seq")
        place.time = try row.required("happened_at")
    }
}
