package import Foundation
package import Ground
package import JobQueue

extension JobStore {
    /// A person's tasks of a day, and the days before it.
    package nonisolated func routine(
        of person: Person, on day: LocalDay
    ) async throws(JobQueueError) -> Routine {
        try await read { tx in try Self.routine(of: person, on: day, tx) }
    }

    /// Changes a person's tasks of a day and the streak, in one transaction.
    ///
    /// - Parameter body: Ticks and opens tasks and changes the streak; a freeze that it takes away is used.
    /// - Returns: What `body` returned; `nil` for a person who is unknown or leaves.
    package func changeRoutine<Result: Sendable>(
        of person: Person, on day: LocalDay, now: Date,
        _ body: @Sendable (inout Routine) -> Result
    ) throws(JobQueueError) -> Result? {
        try write { tx in
            try tx.lock(.days(of: person))
            guard try Self.isPresent(person, tx) else { return nil }
            let before = try Self.routine(of: person, on: day, tx)
            var routine = before
            let result = body(&routine)
            for (task, tick) in routine.ticks where before.ticks[task] != tick {
                try tx.run(
                    """
                    INSERT INTO task (space, person, day, task, done_at, last_at, is_open)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (space, person, day, task) DO UPDATE
                    SET done_at = excluded.done_at, last_at = excluded.last_at,
                        is_open = excluded.is_open
                    """,
                    person.arguments + [
                        day.description, task, tick.done.milliseconds, tick.last.milliseconds,
                        tick.isOpen,
                    ])
            }
            for day in routine.days where !before.days.contains(day) {
                try Self.write(day, of: person, tx)
            }
            if routine.streak != before.streak { try Self.write(routine.streak, of: person, tx) }
            if routine.freezes < before.freezes {
                try tx.run(
                    """
                    UPDATE streak_freeze SET used_at = ?1 WHERE space = ?2 AND person = ?3 AND id IN (
                        SELECT id FROM streak_freeze
                        WHERE space = ?2 AND person = ?3 AND \(Self.isUnusedFreeze)
                        ORDER BY granted_at, id LIMIT ?4)
                    """,
                    [now.milliseconds] + person.arguments + [before.freezes - routine.freezes])
            }
            return result
        }
    }

    /// The tasks that a person has done, by day, the newest first.
    ///
    /// - Parameters:
    ///   - day: Only days before this one; `nil` for all.
    ///   - limit: How many days are returned.
    package nonisolated func tasks(
        of person: Person, before day: LocalDay? = nil, limit: Int
    ) async throws(JobQueueError) -> [(day: LocalDay, done: [String: Date])] {
        try await read { tx in
            let days = try tx.readable(
                """
                SELECT DISTINCT day FROM task
                WHERE space = ? AND person = ? AND is_open = 0 \(day == nil ? "" : "AND day < ?")
                ORDER BY day DESC LIMIT ?
                """, person.arguments + (day.map { [$0.description] } ?? []), limit: limit
            ) { try $0.required("day", LocalDay.init) }
            var done: [LocalDay: [String: Date]] = [:]
            for row in try tx.rows(
                """
                SELECT day, task, done_at FROM task
                WHERE space = ? AND person = ? AND day BETWEEN ? AND ? AND is_open = 0
                """, person.arguments + [days.last?.description, days.first?.description])
            {
                guard let day = row.day("day") else { continue }
                done[day, default: [:]][try row.required("task")] = try row.date("done_at")
            }
            return days.map { ($0, done[$0] ?? [:]) }
        }
    }

    /// A person's freezes, used and unused, the oldest first.
    package nonisolated func freezes(
        of person: Person
    ) async throws(JobQueueError) -> [StreakFreeze] {
        try await read { tx in
            try tx.rows(
                """
                SELECT granted_at, used_at, refunded_at FROM streak_freeze
                WHERE space = ? AND person = ? ORDER BY granted_at, id
                """, person.arguments
            ).map { row in
                StreakFreeze(
                    granted: try row.date("granted_at"), used: row.optionalDate("used_at"),
                    refunded: row.optionalDate("refunded_at"))
            }
        }
    }

    /// A person's days within a range that have a task that is done, or count; in their order.
    package nonisolated func routineDays(
        of person: Person, from first: LocalDay, to last: LocalDay
    ) async throws(JobQueueError) -> [RoutineHistoryDay] {
        try await read { tx in
            let range = person.arguments + [first.description, last.description]
            var days: [LocalDay: RoutineHistoryDay] = [:]
            for row in try tx.rows(
                """
                SELECT day, task, done_at FROM task
                WHERE space = ? AND person = ? AND day BETWEEN ? AND ? AND is_open = 0
                """, range)
            {
                guard let day = row.day("day") else { continue }
                days[day, default: RoutineHistoryDay(day)].tasks[try row.required("task")] =
                    try row.date("done_at")
            }
            let counted = try tx.rows(
                """
                SELECT * FROM done_day WHERE space = ? AND person = ? AND day BETWEEN ? AND ?
                """, range
            ).readable(StreakDay.init(row:))
            for counted in counted {
                days[counted.day, default: RoutineHistoryDay(counted.day)].counted = counted
            }
            return days.values.sorted { $0.day < $1.day }
        }
    }

    /// Gives a person a freeze; the same id gives only one, even after it was used.
    ///
    /// - Returns: False, with nothing written, for a person who leaves or has left.
    @discardableResult
    package func giveFreeze(
        _ id: String, to person: Person, now: Date
    ) throws(JobQueueError) -> Bool {
        try write { tx in try Self.giveFreeze(id, to: person, now: now, tx) }
    }

    @discardableResult
    static func giveFreeze(
        _ id: String, to person: Person, now: Date, _ tx: any QueueTransaction
    ) throws -> Bool {
        // A store knows a person by an id of before.
        let person = try present(person, tx)
        try tx.lock(.days(of: person))
        guard try isWelcome(person, tx) else { return false }
        try tx.run(
            """
            INSERT INTO streak_freeze (space, person, id, granted_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (space, person, id) DO NOTHING
            """, person.arguments + [id, now.milliseconds])
        return true
    }

    private static func routine(
        of person: Person, on day: LocalDay, _ tx: any QueueTransaction
    ) throws -> Routine {
        var ticks: [String: Routine.Tick] = [:]
        for row in try tx.rows(
            "SELECT * FROM task WHERE space = ? AND person = ? AND day = ?",
            person.arguments + [day.description])
        {
            ticks[try row.required("task")] = try Routine.Tick(row: row)
        }
        return Routine(
            ticks: ticks, streak: try streak(of: person, tx),
            days: try tx.rows(
                """
                SELECT * FROM done_day WHERE space = ?1 AND person = ?2 AND day >= coalesce((
                    SELECT max(day) FROM done_day
                    WHERE space = ?1 AND person = ?2 AND day < ?3), ?3)
                ORDER BY day
                """, person.arguments + [day.description]
            ).readable(StreakDay.init(row:)),
            freezes: try unusedFreezes(of: person, tx))
    }

    static func unusedFreezes(of person: Person, _ tx: any QueueTransaction) throws -> Int {
        try tx.count(
            "streak_freeze WHERE space = ? AND person = ? AND \(isUnusedFreeze)", person.arguments)
    }

    /// A freeze that is neither used nor refunded.
    static let isUnusedFreeze = "used_at IS NULL AND refunded_at IS NULL"

    static func streak(of person: Person, _ tx: any QueueTransaction) throws -> Streak {
        try tx.row("SELECT * FROM streak WHERE space = ? AND person = ?", person.arguments)
            .map(Streak.init(row:)) ?? Streak()
    }

    static func write(
        _ streak: Streak, of person: Person, _ tx: any QueueTransaction
    ) throws {
        try tx.run(
            """
            INSERT INTO streak (
                space, person, count, last_done, last_day, zone, total_days, best, freezes_used,
                lost)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (space, person) DO UPDATE
            SET count = excluded.count, last_done = excluded.last_done,
                last_day = excluded.last_day, zone = excluded.zone,
                total_days = excluded.total_days, best = excluded.best,
                freezes_used = excluded.freezes_used, lost = excluded.lost
            """,
            person.arguments + [
                streak.count, streak.lastDone?.milliseconds, streak.lastDay?.description,
                streak.zone, streak.totalDays, streak.best, streak.freezesUsed,
                try streak.lost.map { try StoredJSON.text($0) },
            ])
        guard let day = streak.lastDay, let done = streak.lastDone, let zone = streak.zone else {
            return
        }
        try write(
            StreakDay(
                day: day, done: done, zone: zone, count: streak.count,
                freezesUsed: streak.freezesUsed), of: person, tx)
    }

    static func write(
        _ day: StreakDay, of person: Person, _ tx: any QueueTransaction
    ) throws {
        try tx.run(
            """
            INSERT INTO done_day (space, person, day, done_at, zone, count, freezes_used)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (space, person, day) DO UPDATE
            SET done_at = excluded.done_at, zone = excluded.zone, count = excluded.count,
                freezes_used = excluded.freezes_used
            """,
            person.arguments + [
                day.day.description, day.done.milliseconds, day.zone, day.count, day.freezesUsed,
            ])
    }
}

extension Routine.Tick {
    fileprivate init(row: QueueRow) throws {
        done = try row.date("done_at")
        last = row.optionalDate("last_at") ?? done
        isOpen = try row.required("is_open")
    }
}

extension StreakDay {
    init(row: QueueRow) throws {
        self.init(
            day: try row.required("day", LocalDay.init), done: try row.date("done_at"),
            zone: try row.required("zone"), count: try row.count("count"),
            freezesUsed: try row.count("freezes_used"))
    }
}

extension Streak {
    init(row: QueueRow) throws {
        self.init()
        count = try row.count("count")
        let done = try row.date("last_done")
        let zone: String = try row.required("zone")
        lastDone = done
        // A person keeps the streak even if its last day is damaged.
        lastDay =
            row.day("last_day")
            ?? LocalDay(of: done, in: TimeZone(identifier: zone) ?? .gmt)
        self.zone = zone
        totalDays = try row.count("total_days")
        best = try row.count("best")
        freezesUsed = try row.count("freezes_used")
        lost = (row["lost"] as String?).flatMap { StoredJSON.value(Lost.self, $0) }
    }
}
