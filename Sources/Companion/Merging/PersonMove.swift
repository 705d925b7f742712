import Foundation
import Ground
import JobQueue
import People

/// Moves all rows of a person to another, in a transaction that holds the locks of both.
struct PersonMove {
    private let person: Person
    private let other: Person
    private let tx: any QueueTransaction

    init(from person: Person, to other: Person, _ tx: any QueueTransaction) {
        (self.person, self.other, self.tx) = (person, other, tx)
    }

    /// ?1 is the space, ?2 the person, ?3 the other.
    private var arguments: [(any SQLConvertible)?] { person.arguments + [other.rawValue] }

    /// Makes the other known to the space, as long as the person was, with the last scan of both.
    func admitOther() throws {
        try tx.run(
            """
            INSERT INTO person (space, person, created_at)
            SELECT space, CAST(?3 AS TEXT), created_at FROM person WHERE space = ?1 AND person = ?2
            ON CONFLICT (space, person) DO NOTHING
            """, arguments)
        try tx.run(
            """
            UPDATE person SET scanned_at = (
                SELECT max(scanned_at) FROM person WHERE space = ?1 AND person IN (?2, ?3))
            WHERE space = ?1 AND person = ?3
            """, arguments)
        // Answers of both count for the day that ends later.
        try tx.run(
            """
            UPDATE person SET (counts_from, counts_to) = (
                SELECT counts_from, counts_to FROM person AS either
                WHERE space = ?1 AND person IN (?2, ?3)
                ORDER BY coalesce(counts_to, 0) DESC LIMIT 1)
            WHERE space = ?1 AND person = ?3
            """, arguments)
    }

    /// Keeps the better streak; a later day of the other one is a day of it, too.
    func streaks(by rule: StreakRule, now: Date) throws {
        let ours = try JobStore.streak(of: other, tx)
        let theirs = try JobStore.streak(of: person, tx)
        guard theirs.lastDay != nil else { return }
        func rank(_ streak: Streak) -> (Int, Int) {
            (rule.shown(streak, at: now, in: Self.zone(of: streak)), streak.count)
        }
        var (best, second) = rank(theirs) > rank(ours) ? (theirs, ours) : (ours, theirs)
        if let done = second.lastDone, let day = second.lastDay, day > best.lastDay ?? day {
            rule.add(done, to: &best, in: Self.zone(of: second))
        }
        best.best = max(best.best, second.best)
        best.totalDays = max(best.totalDays, second.totalDays)
        try move("done_day", once: ["day"])
        try JobStore.write(best, of: other, tx)
    }

    private static func zone(of streak: Streak) -> TimeZone {
        streak.zone.flatMap(TimeZone.init(identifier:)) ?? .gmt
    }

    /// Keeps what the other has said, and fills in what only the person has.
    func wishes() throws {
        let theirs = try JobStore.preferences(of: person, tx)
        guard theirs != Preferences() else { return }
        var ours = try JobStore.preferences(of: other, tx)
        if ours == Preferences() {
            ours = theirs
        } else {
            ours.timeZone = ours.timeZone ?? theirs.timeZone
            ours.seenZone = ours.seenZone ?? theirs.seenZone
            ours.quiz = ours.quiz ?? theirs.quiz
            ours.celebrity = ours.celebrity ?? theirs.celebrity
            if ours.remindersSet == nil, !ours.wantsReminders {
                ours.wantsReminders = theirs.wantsReminders
                ours.reminderMinutes = theirs.reminderMinutes
                ours.remindersSet = theirs.remindersSet
            }
            ours.said.persona = ours.said.persona ?? theirs.said.persona
            ours.said.theme = ours.said.theme ?? theirs.said.theme
            ours.said.faceShape = ours.said.faceShape ?? theirs.said.faceShape
            ours.said.country = ours.said.country ?? theirs.said.country
            ours.said.language = ours.said.language ?? theirs.said.language
            ours.said.isOnboarded = ours.said.isOnboarded || theirs.said.isOnboarded
            ours.said.hasWritten = ours.said.hasWritten || theirs.said.hasWritten
            ours.said.equipsFreezes = ours.said.equipsFreezes ?? theirs.said.equipsFreezes
            // Only what both allow goes to a model; whom neither has asked is still to be asked.
            ours.said.allowsModels = ours.said.allowsModels && theirs.said.allowsModels
            ours.said.answeredModels = [ours, theirs].compactMap(\.said.answeredModels).max()
        }
        try JobStore.write(ours, of: other, tx)
    }

    /// Withdraws what waits for a model, unless both allow it.
    func consent(now: Date) throws {
        guard let settings = try JobStore.record(of: other.space, tx)?.settings else { return }
        let wishes = try JobStore.preferences(of: other, tx)
        try JobStore.withdraw(from: other, wishes, by: settings, now: now, tx)
    }

    /// Moves what is kept of days, jobs, and questions.
    func rows() throws {
        for table in ["job", "scan"] {
            try tx.run(
                """
                UPDATE \(table) SET key = NULL
                WHERE space = ?1 AND person = ?2 AND key IS NOT NULL AND key IN (
                    SELECT key FROM \(table)
                    WHERE space = ?1 AND person = ?3 AND key IS NOT NULL)
                """, arguments)
        }
        try tx.run(
            "UPDATE job SET person = ?3 WHERE \(person.jobsSQL) AND space = ?1 AND person = ?2",
            arguments)
        for table in ["scan", "upload", "delivery", "left_headshot"] {
            try tx.run(
                "UPDATE \(table) SET person = ?3 WHERE space = ?1 AND person = ?2", arguments)
        }
        // A task that the other has opened does not take back what the person did later.
        try tx.run(
            """
            DELETE FROM task WHERE space = ?1 AND person = ?3 AND is_open = 1 AND EXISTS (
                SELECT 1 FROM task AS later
                WHERE later.space = ?1 AND later.person = ?2 AND later.day = task.day
                    AND later.task = task.task
                    AND coalesce(later.last_at, later.done_at) > task.last_at)
            """, arguments)
        for (table, names) in [
            ("moment", ["client"]), ("turn", ["client", "role"]), ("task", ["day", "task"]),
            ("tip", ["type", "period", "place"]), ("reminder", ["day", "kind"]),
            ("streak_freeze", ["id"]), ("asked", ["key"]),
        ] {
            try move(table, once: names)
        }
    }

    /// Moves rows, but for those that the other has as well.
    ///
    /// - Parameter condition: Which rows; all of the person's unless it is given.
    private func move(
        _ table: String, once names: [String], where condition: String = "1 = 1"
    ) throws {
        let same = names.map { "other.\($0) = \(table).\($0)" }.joined(separator: " AND ")
        try tx.run(
            """
            UPDATE \(table) SET person = ?3
            WHERE space = ?1 AND person = ?2 AND \(condition) AND NOT EXISTS (
                SELECT 1 FROM \(table) AS other
                WHERE other.space = ?1 AND other.person = ?3 AND \(same))
            """, arguments)
    }

    /// Lets the day's charges and free work of both count for the other.
    func money() throws {
        // A server gives each charge of a day a place; those of the person come after the other's.
        let place =
            tx.kind == .postgres
            ? """
            , slot = slot + (
                SELECT coalesce(max(taken.slot), 0) FROM charge AS taken
                WHERE taken.space = ?1 AND taken.person = ?3 AND taken.kind = charge.kind
                    AND taken.day = charge.day AND taken.state <> 'free')
            """ : ""
        for condition in JobStore.indexesOfCharges {
            let ofPerson = "space = ?1 AND person = ?2 AND \(condition)"
            let months: [String] = try tx.values(
                "SELECT DISTINCT substr(day, 1, 7) FROM charge WHERE \(ofPerson)", person.arguments)
            try tx.run("UPDATE charge SET person = ?3\(place) WHERE \(ofPerson)", arguments)
            try JobStore.removeSums(of: person, in: months, tx)
        }
        try tx.run(
            """
            INSERT INTO free_work (space, day, person, kind, amount)
            SELECT space, day, CAST(?3 AS TEXT), kind, amount FROM free_work
            WHERE space = ?1 AND person = ?2
            ON CONFLICT (space, day, person, kind) DO UPDATE
            SET amount = free_work.amount + excluded.amount
            """, arguments)
    }

    /// Makes one customer of both; of two grants of an operator the later one counts.
    ///
    /// All scans that the plan of both shows stay shown.
    func purchases(now: Date) throws {
        try tx.run(
            """
            INSERT INTO entitlement (space, person, plan, expires_at, said_at)
            SELECT space, CAST(?3 AS TEXT), plan, expires_at, said_at FROM entitlement
            WHERE space = ?1 AND person = ?2
            ON CONFLICT (space, person) DO UPDATE
            SET plan = excluded.plan, expires_at = excluded.expires_at, said_at = excluded.said_at
            WHERE excluded.said_at >= entitlement.said_at
            """, arguments)
        try JobStore.joinCustomers(of: person, and: other, tx)
        let plan = try JobStore.entitlement(of: other, tx).plan(at: now)
        try JobStore.showScans(of: other, by: plan, tx)
    }

    /// Removes what is left of the person, who is the other from now on.
    func end(now: Date) throws {
        // A late request does not bring back for the other what the person has removed. The person's other changes are of
        // things that have been noted as the other's.
        try move("changed", once: ["sort", "id"], where: "gone = 1")
        for table in Self.emptied {
            try tx.run("DELETE FROM \(table) WHERE space = ?1 AND person = ?2", person.arguments)
        }
        try tx.run(
            "UPDATE merged SET into_person = ?3 WHERE space = ?1 AND into_person = ?2", arguments)
        try tx.run(
            """
            INSERT INTO merged (space, person, into_person, merged_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (space, person) DO NOTHING
            """, arguments + [now.milliseconds])
    }

    /// The tables in which something may be left that the other has as well; the changes last, since triggers note them.
    private static let emptied = [
        "moment", "turn", "task", "tip", "reminder", "streak_freeze", "asked", "done_day", "streak",
        "wish", "free_work", "entitlement", "person", "changed",
    ]
}
