package import Foundation
import Ground
package import JobQueue

extension JobStore {
    /// The persons of a space who want to be reminded, by id.
    ///
    /// - Parameter id: Only persons whose ids come after this one; `nil` for all.
    package nonisolated func remindedPersons(
        of space: Space, after id: String? = nil, limit: Int
    ) async throws(JobQueueError) -> [RemindedPerson] {
        try await read { tx in
            try tx.rows(
                """
                SELECT * FROM wish WHERE reminders = 1 AND space = ? AND person > ?
                ORDER BY person LIMIT ?
                """, [space.rawValue, id ?? "", limit]
            ).map { row in
                let person = try row.requiredPerson()
                let sent = try tx.rows(
                    "SELECT day, kind FROM reminder WHERE space = ? AND person = ?",
                    person.arguments)
                return RemindedPerson(
                    person: person, wishes: try Preferences(row: row),
                    streak: try Self.streak(of: person, tx),
                    sent: try sent.map {
                        SentReminder(
                            kind: try $0.required("kind"),
                            day: try $0.required("day", LocalDay.init))
                    })
            }
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
            return try tx.run(
                """
                INSERT INTO reminder (space, person, day, kind, sent_at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (space, person, day, kind) DO NOTHING
                """,
                person.arguments + [
                    reminder.day.description, reminder.kind, now.milliseconds,
                ]) == 1
        }
    }

    /// A journey around the world moves a person's day by one.
    private static let daysOfReminders = 3
}
