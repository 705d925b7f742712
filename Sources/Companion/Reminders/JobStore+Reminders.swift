package import Foundation
import Ground
package import JobQueue
package import People

extension JobStore {
    /// The persons of a space who want to be reminded, by id.
    ///
    /// - Parameter id: Only persons whose ids come after this one; `nil` for all.
    package nonisolated func remindedPersons(
        of space: Space, after id: String? = nil, limit: Int, now: Date
    ) async throws(JobQueueError) -> [RemindedPerson] {
        try await read { tx in
            try tx.readable(
                """
                SELECT * FROM wish WHERE reminders = 1 AND space = ? AND person > ?
                ORDER BY person LIMIT ?
                """, [space.rawValue, id ?? ""], limit: limit
            ) { try Self.reminded($0, now: now, tx) }
        }
    }

    /// A person who wants to be reminded; `nil` for one who does not.
    package nonisolated func remindedPerson(
        _ person: Person, now: Date
    ) async throws(JobQueueError) -> RemindedPerson? {
        try await read { tx in try Self.reminded(person, now: now, tx) }
    }

    /// Claims the reminder that is due for a person, so that no other program sends it; returns it, `nil` if none is due.
    ///
    /// - Parameters:
    ///   - end: When it is due again, unless it was sent by then.
    ///   - due: Finds what is due.
    package func claimReminder(
        of person: Person, until end: Date, now: Date,
        _ due: @Sendable (RemindedPerson) -> Reminder?
    ) throws(JobQueueError) -> Reminder? {
        try write { tx in
            try tx.lock(.days(of: person))
            guard try Self.isPresent(person, tx),
                let reminder = try Self.reminded(person, now: now, tx).flatMap(due)
            else { return nil }
            for name in reminder.kind.storedNames {
                let isClaimed = try tx.run(
                    """
                    INSERT INTO reminder (space, person, day, kind, sent_at, leased_until)
                    VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (space, person, day, kind) DO UPDATE
                    SET sent_at = excluded.sent_at, leased_until = excluded.leased_until
                    WHERE reminder.leased_until <= excluded.sent_at
                    """,
                    person.arguments + [
                        reminder.day.description, name, now.milliseconds, end.milliseconds,
                    ])
                if isClaimed == 1 { return reminder }
            }
            return nil
        }
    }

    /// Notes that a reminder was sent; returns whether it was not noted before.
    ///
    /// Forgets those of long ago. Does nothing for a person who is unknown or leaves.
    package func noteSent(
        _ reminder: SentReminder, to person: Person, now: Date
    ) throws(JobQueueError) -> Bool {
        try write { tx in
            try tx.lock(.days(of: person))
            guard try Self.isPresent(person, tx) else { return false }
            try tx.run(
                "DELETE FROM reminder WHERE space = ? AND person = ? AND day < ?",
                person.arguments + [reminder.day.adding(days: -Self.daysOfReminders).description])
            let chosen = try Self.preferences(of: person, tx).remindersSet?.milliseconds
            for name in reminder.kind.storedNames {
                let row = person.arguments + [reminder.day.description, name]
                let isNoted = try tx.run(
                    """
                    INSERT INTO reminder (space, person, day, kind, sent_at) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (space, person, day, kind) DO UPDATE SET leased_until = NULL
                    WHERE reminder.leased_until IS NOT NULL
                    """, row + [now.milliseconds])
                if isNoted == 1 { return true }
                // One that was sent before the person chose another time is not the one of that time.
                let sent: Int64? = try tx.value(
                    """
                    SELECT sent_at FROM reminder
                    WHERE space = ? AND person = ? AND day = ? AND kind = ?
                    """, row)
                guard let sent, let chosen, sent < chosen else { return false }
            }
            return false
        }
    }

    private static func reminded(
        _ person: Person, now: Date, _ tx: any QueueTransaction
    ) throws -> RemindedPerson? {
        try tx.row(
            "SELECT * FROM wish WHERE reminders = 1 AND space = ? AND person = ?", person.arguments
        ).map { try reminded($0, now: now, tx) }
    }

    private static func reminded(
        _ row: QueueRow, now: Date, _ tx: any QueueTransaction
    ) throws -> RemindedPerson {
        let person = try row.requiredPerson()
        let sent = try tx.rows(
            """
            SELECT day, kind, sent_at FROM reminder
            WHERE space = ? AND person = ? AND (leased_until IS NULL OR leased_until > ?)
            """, person.arguments + [now.milliseconds])
        let wishes = try Preferences(row: row)
        return RemindedPerson(
            person: person, wishes: wishes, streak: try streak(of: person, tx),
            freezes: wishes.said.equipsFreezes == true ? try unusedFreezes(of: person, tx) : 0,
            sent: try sent.readable { row in
                ReminderState.Sent(
                    kind: try row.required("kind", Reminder.Kind.init(stored:)),
                    day: try row.required("day", LocalDay.init), moment: try row.date("sent_at"))
            })
    }

    /// A journey around the world moves a person's day by one.
    private static let daysOfReminders = 3
}
