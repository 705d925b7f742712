package import Foundation
package import JobQueue

extension JobStore {
    /// Whether a frame may be looked at now.
    ///
    /// A question waits for the last question alone: an app that sends a frame every few seconds would never let one through.
    package nonisolated func placeForTurn(
        of person: Person, client: String, digest: String, isQuestion: Bool = false,
        pause: TimeInterval, now: Date
    ) async throws(JobQueueError) -> TurnAdmission {
        try await read { tx in
            try Self.placeForTurn(
                of: person, client: client, digest: digest, isQuestion: isQuestion, pause: pause,
                now: now, tx)
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
    /// - Returns: ``TurnAdmission/existing(_:)`` with the new turn, or why there is none, and whether it is new.
    package func add(
        _ turn: Turn, after asked: Turn?, asking question: Question?, pause: TimeInterval,
        within allowance: FreeAllowance? = nil, now: Date
    ) throws(JobQueueError) -> (place: TurnAdmission, isNew: Bool) {
        try write { tx in
            let person = turn.person
            let change = try lockDays(of: person, asking: question, now: now, tx)
            guard try Self.isPresent(person, tx) else { return (.gone, false) }
            let place = try Self.placeForTurn(
                of: person, client: turn.client, digest: turn.digest, isQuestion: asked != nil,
                pause: pause, now: now, tx)
            guard place == .free else { return (place, false) }
            var turn = turn
            switch try change.attempt(tx) {
            case .asked(let job): turn.job = job
            case .full: turn.words.obstacle = ModelObstacle.dailyLimit.rawValue
            case .left: break
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

    /// A person's turns, the newest first.
    ///
    /// - Parameter seq: Only turns before this place; `nil` for all.
    package nonisolated func turns(
        of person: Person, before seq: Int64? = nil, limit: Int
    ) async throws(JobQueueError) -> [Turn] {
        try await read { tx in
            try tx.readable("turn", of: person, before: seq, limit: limit, Turn.init(row:))
        }
    }

    /// A person's turn; `nil` if the person has no such turn, or its row is damaged.
    package nonisolated func turn(
        _ id: String, of person: Person
    ) async throws(JobQueueError) -> Turn? {
        try await read { tx in
            try tx.readable("turn", id, of: person, Turn.init(row:))
        }
    }

    /// What the coach said to a frame, by the client's name of it; `nil` if there is nothing.
    package nonisolated func turn(
        of person: Person, client: String
    ) async throws(JobQueueError) -> Turn? {
        try await read { tx in
            try Self.row(of: person, client: client, tx).readable(Turn.init(row:))
        }
    }

    /// The turn that a job may bring a sentence for; `nil` if there is none.
    package nonisolated func turn(of job: JobID) async throws(JobQueueError) -> Turn? {
        try await read { tx in
            try tx.readable(
                "SELECT * FROM turn WHERE job = ?", [job.rawValue], Turn.init(row:))
        }
    }

    /// When a model may be asked about a frame: the requests of a person are so far apart, in the order of their frames.
    ///
    /// - Parameters:
    ///   - client: The client's own name for the frame, whose turns are kept by now.
    ///   - pause: The least seconds between two requests.
    ///   - patience: The seconds after which a frame is not sent any more.
    package nonisolated func timeToAsk(
        about client: String, of person: Person, pause: TimeInterval, patience: TimeInterval,
        now: Date
    ) async throws(JobQueueError) -> Date {
        try await read { tx in
            let turns = try tx.readable(
                "turn", of: person, before: nil, limit: Self.latestTurns, Turn.init(row:))
            // Newest first: what follows the frame came before it.
            let earlier = turns.lastIndex { $0.client == client }.map { turns[($0 + 1)...] }
            let last = try (earlier ?? turns[...])
                // One in the future was said before the clock was set back.
                .filter { abs(now.timeIntervalSince($0.said)) < patience + pause }
                .compactMap { try Self.request(about: $0, tx) }.max()
            return last.map { max(now, $0 + pause) } ?? now
        }
    }

    /// When a model was, or will be, asked about a turn; `nil` if it is not asked.
    private static func request(about turn: Turn, _ tx: any QueueTransaction) throws -> Date? {
        guard let job = turn.job,
            let row = try tx.row(
                """
                SELECT reason, due_at, started_at, expires_at FROM job
                WHERE id = ? AND state <> 'cancelled'
                """, [job.rawValue])
        else { return nil }
        let reason: String = try row.required("reason")
        // Its frame is on the way to the store, and then it is its turn.
        guard reason != "photo" else { return turn.said }
        let due = try row.date("due_at")
        // Not sent any more.
        if let end = row.optionalDate("expires_at"), due >= end { return nil }
        return max(due, row.optionalDate("started_at") ?? due)
    }

    /// More than are said while a frame may be sent.
    private static let latestTurns = 20

    /// Removes the turns that were said before a time, and what models wrote for them; returns how many there were.
    package func removeTurns(before moment: Date) throws(JobQueueError) -> Int {
        try write { tx in
            try tx.run(
                """
                UPDATE asked SET answer = NULL, forgotten = 1
                WHERE job IN (SELECT job FROM turn WHERE said_at < ? AND job IS NOT NULL)
                """, [moment.milliseconds])
            try tx.run(
                """
                DELETE FROM changed WHERE (space, person, sort, id) IN (
                    SELECT space, person, 'turn', id FROM turn WHERE said_at < ?)
                """, [moment.milliseconds])
            return try tx.run("DELETE FROM turn WHERE said_at < ?", [moment.milliseconds])
        }
    }

    private static func row(
        of person: Person, client: String, _ tx: any QueueTransaction
    ) throws -> QueueRow? {
        try tx.row(
            "SELECT * FROM turn WHERE space = ? AND person = ? AND client = ? AND role = ?",
            person.arguments + [client, Turn.Role.coach.rawValue])
    }

    private static func placeForTurn(
        of person: Person, client: String, digest: String, isQuestion: Bool,
        pause: TimeInterval, now: Date, _ tx: any QueueTransaction
    ) throws -> TurnAdmission {
        if let row = try row(of: person, client: client, tx) {
            // The row of this frame may be damaged: its answer cannot be returned again, and its name stays taken.
            guard let known = try row.readable(Turn.init(row:)), known.digest == digest else {
                return .nameTaken
            }
            return .existing(known)
        }
        let last: Int64? = try tx.value(
            """
            SELECT said_at FROM turn WHERE space = ? AND person = ?
                \(isQuestion ? "AND role = '\(Turn.Role.person.rawValue)'" : "")
            ORDER BY seq DESC LIMIT 1
            """, person.arguments)
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
            words: try row.required("said") { StoredJSON.value(Content.self, $0) },
            job: (row["job"] as Int64?).flatMap(JobID.init(rawValue:)))
        place.seq = try row.required("seq")
    }
}
