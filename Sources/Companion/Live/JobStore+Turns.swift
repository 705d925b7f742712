public import Foundation

extension JobStore {
    /// Whether a frame may be looked at now.
    public nonisolated func placeForTurn(
        of person: Person, client: String, digest: String, pause: TimeInterval, now: Date
    ) async throws(JobQueueError) -> TurnPlace {
        try await read { tx in
            try Self.placeForTurn(
                of: person, client: client, digest: digest, pause: pause, now: now, tx)
        }
    }

    /// Keeps the turns of one frame, if there is a place for it; returns the coach's turn as it is then.
    ///
    /// - Parameters:
    ///   - asked: What the person asked with the frame; `nil` for a frame alone.
    ///   - question: What a model is asked about the frame, in the same transaction.
    ///   - pause: The least seconds between two frames of a person.
    ///   - allowance: The limits that the frame counts for; `nil` for none. Throws ``JobQueueError/limitReached(_:)``
    ///     beyond them.
    /// - Returns: ``TurnPlace/existing(_:)`` with the new turn, or why there is none, and whether it is new.
    public func add(
        _ turn: Turn, after asked: Turn?, asking question: Question?, pause: TimeInterval,
        within allowance: FreeAllowance? = nil, now: Date
    ) throws(JobQueueError) -> (place: TurnPlace, isNew: Bool) {
        try write { [journal] tx in
            let person = turn.person
            var numbers: JobNumbers?
            if let question {
                numbers = try Self.lockForQuestion(question, of: person, now: now, tx)
            }
            try tx.lock(.days(of: person))
            guard try Self.isPresent(person, tx) else { return (.gone, false) }
            let place = try Self.placeForTurn(
                of: person, client: turn.client, digest: turn.digest, pause: pause, now: now, tx)
            guard place == .free else { return (place, false) }
            var turn = turn
            if let question, var numbers,
                try Self.ask(question, of: person, &numbers, journal, now: now, tx)
            {
                turn.job = try Self.job(asked: question.key, of: person, tx)
            }
            for turn in [asked, turn].compactMap(\.self) {
                try tx.run(
                    """
                    INSERT INTO turn (id, space, person, role, client, digest, said_at, said, job)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                    [turn.id] + person.arguments + [
                        turn.role.rawValue, turn.client, turn.digest, turn.said.milliseconds,
                        try StoredJSON.text(turn.words), turn.job?.rawValue,
                    ])
            }
            if let allowance { try Self.use(1, of: .frame, by: person, within: allowance, tx) }
            return (.existing(turn), true)
        }
    }

    /// Lets a job go on whose photo is in the store by now.
    ///
    /// - Returns: `false` if the job has ended meanwhile; then the photo is given up.
    public func goOn(
        _ job: JobID, with photo: String, now: Date
    ) throws(JobQueueError) -> Bool {
        try write { tx in
            let count = try tx.run(
                """
                UPDATE job SET due_at = ?, reason = 'new'
                WHERE id = ? AND state = 'waiting' AND reason = 'scheduled'
                """, [now.milliseconds, job.rawValue])
            if count == 0 {
                try tx.run(
                    "INSERT INTO removal (photo) VALUES (?) ON CONFLICT DO NOTHING", [photo])
            }
            return count == 1
        }
    }

    /// A person's turns, the newest first.
    ///
    /// - Parameter id: Only turns before this one; `nil` for all.
    public nonisolated func turns(
        of person: Person, before id: String? = nil, limit: Int
    ) async throws(JobQueueError) -> [Turn] {
        try await read { tx in
            try tx.rows(
                """
                SELECT * FROM turn
                WHERE space = ?1 AND person = ?2 AND (CAST(?3 AS TEXT) IS NULL
                    OR seq < (SELECT seq FROM turn WHERE id = ?3 AND space = ?1 AND person = ?2))
                ORDER BY seq DESC LIMIT ?4
                """, person.arguments + [id, limit]
            ).map(Turn.init(row:))
        }
    }

    /// The turn that a job may bring a sentence for; `nil` if there is none.
    public nonisolated func turn(of job: JobID) async throws(JobQueueError) -> Turn? {
        try await read { tx in
            try tx.row("SELECT * FROM turn WHERE job = ?", [job.rawValue]).map(Turn.init(row:))
        }
    }

    /// Removes the turns that were said before a time, and what models wrote for them; returns how many there were.
    public func removeTurns(before moment: Date) throws(JobQueueError) -> Int {
        try write { tx in
            try tx.run(
                """
                UPDATE asked SET answer = NULL, forgotten = 1
                WHERE job IN (SELECT job FROM turn WHERE said_at < ? AND job IS NOT NULL)
                """, [moment.milliseconds])
            return try tx.run("DELETE FROM turn WHERE said_at < ?", [moment.milliseconds])
        }
    }

    /// Ends the fleeting jobs whose time is over, where no worker does; returns whether there may be some.
    public func endExpired(now: Date) async throws(JobQueueError) -> Bool {
        let hasSome = try await read { tx in
            try tx.value(
                """
                SELECT EXISTS (
                    SELECT 1 FROM job
                    WHERE state = 'waiting' AND expires_at IS NOT NULL AND expires_at <= ?
                        AND reason <> 'answered')
                """, [now.milliseconds]) ?? false
        }
        if hasSome {
            try write { tx in _ = try Self.endExpired(now: now, tx) }
        }
        return hasSome
    }

    private static func job(
        asked key: String, of person: Person, _ tx: any QueueTransaction
    ) throws -> JobID? {
        let job: Int64? = try tx.value(
            "SELECT job FROM asked WHERE space = ? AND person = ? AND key = ?",
            person.arguments + [key])
        return job.flatMap(JobID.init(rawValue:))
    }

    private static func placeForTurn(
        of person: Person, client: String, digest: String, pause: TimeInterval, now: Date,
        _ tx: any QueueTransaction
    ) throws -> TurnPlace {
        let known = try tx.row(
            "SELECT * FROM turn WHERE space = ? AND person = ? AND client = ? AND role = ?",
            person.arguments + [client, Turn.Role.coach.rawValue]
        ).map(Turn.init(row:))
        if let known { return known.digest == digest ? .existing(known) : .nameTaken }
        let last: Int64? = try tx.value(
            "SELECT said_at FROM turn WHERE space = ? AND person = ? ORDER BY seq DESC LIMIT 1",
            person.arguments)
        guard let last else { return .free }
        // Servers' clocks differ a little; one that was set back by more must not close the chat.
        let passed = abs(now.timeIntervalSince(Date(milliseconds: last)))
        return passed < pause ? .tooSoon(pause - passed) : .free
    }
}

extension Turn {
    fileprivate init(row: QueueRow) throws {
        self.init(
            id: try row.required("id"), person: try row.requiredPerson(),
            role: try row.required("role", Role.init), client: try row.required("client"),
            digest: try row.required("digest"), said: try row.date("said_at"),
            words: try row.required("said") { StoredJSON.value(Words.self, $0) },
            job: (row["job"] as Int64?).flatMap(JobID.init(rawValue:)))
    }
}
