package import Foundation
import Ground
import HeadshotWorker
package import JobQueue

extension JobStore {
    /// What a person said; nothing for one who said nothing.
    package nonisolated func preferences(of person: Person) async throws(JobQueueError)
        -> Preferences
    {
        try await read { tx in try Self.preferences(of: person, tx) }
    }

    /// Changes what a person said, in one transaction; returns it then, `nil` for one who is unknown or leaves.
    ///
    /// - Parameters:
    ///   - question: What a model is asked about the change, in the same transaction.
    ///   - settings: Those of the space, for a change of whether a model may be asked; see ``withdraw(from:_:by:now:_:)``.
    package func changePreferences(
        of person: Person, asking question: Question? = nil,
        withdrawingBy settings: SpaceSettings? = nil, now: Date,
        _ body: @Sendable (inout Preferences) -> Void
    ) throws(JobQueueError) -> Preferences? {
        func change(_ tx: any QueueTransaction) throws -> Preferences? {
            let days = try lockDays(of: person, asking: question, now: now, tx)
            guard try Self.isPresent(person, tx) else { return nil }
            var wishes = try Self.preferences(of: person, tx)
            body(&wishes)
            try Self.write(wishes, of: person, tx)
            if let settings {
                try Self.withdraw(from: person, wishes, by: settings, now: now, tx)
            }
            try days.ask(tx)
            return wishes
        }
        return settings == nil ? try write { try change($0) } : try erase { try change($0) }
    }

    /// Withdraws what waits for a model, unless the person allows it: questions, and in a space that asks first orders, too.
    static func withdraw(
        from person: Person, _ wishes: Preferences, by settings: SpaceSettings, now: Date,
        _ tx: any QueueTransaction
    ) throws {
        guard wishes.allowsModels(in: settings) != true else { return }
        try withdraw(
            from: person, besides: ProviderKind.local.rawValue,
            withOrders: settings.asksBeforeModels, now: now, tx)
    }

    static func preferences(of person: Person, _ tx: any QueueTransaction) throws -> Preferences {
        try tx.row("SELECT * FROM wish WHERE space = ? AND person = ?", person.arguments)
            .map(Preferences.init(row:)) ?? Preferences()
    }

    static func write(_ wishes: Preferences, of person: Person, _ tx: any QueueTransaction) throws {
        try tx.run(
            """
            INSERT INTO wish (
                space, person, time_zone, seen_zone, reminders, reminder_minutes,
                reminders_set_at, said, quiz, celebrity)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (space, person) DO UPDATE
            SET time_zone = excluded.time_zone, seen_zone = excluded.seen_zone,
                reminders = excluded.reminders, reminder_minutes = excluded.reminder_minutes,
                reminders_set_at = excluded.reminders_set_at, said = excluded.said,
                quiz = excluded.quiz, celebrity = excluded.celebrity
            """,
            person.arguments + [
                wishes.timeZone, wishes.seenZone, wishes.wantsReminders, wishes.reminderMinutes,
                wishes.remindersSet?.milliseconds,
                try StoredJSON.text(wishes.said), wishes.quiz, wishes.celebrity,
            ])
    }
}

extension Preferences {
    init(row: QueueRow) throws {
        timeZone = row["time_zone"]
        seenZone = row["seen_zone"]
        wantsReminders = try row.required("reminders")
        reminderMinutes = (try row.required("reminder_minutes") as Int)
            .clamped(to: Self.minutesOfDay)
        remindersSet = row.optionalDate("reminders_set_at")
        said = (row["said"] as String?).flatMap { StoredJSON.value(Said.self, $0) } ?? .damaged
        quiz = row["quiz"]
        celebrity = row["celebrity"]
    }
}
