package import Foundation
import Ground
package import JobQueue
import People

extension JobStore {
    /// The reminders that were sent to a person lately, the oldest first, and when.
    package nonisolated func sentReminders(
        of person: Person
    ) async throws(JobQueueError) -> [(reminder: SentReminder, sent: Date)] {
        try await read { tx in
            try tx.rows(
                """
                SELECT day, kind, sent_at FROM reminder
                WHERE space = ? AND person = ? AND leased_until IS NULL ORDER BY sent_at, kind
                """, person.arguments
            ).readable { row in
                let reminder = SentReminder(
                    kind: try row.required("kind", Reminder.Kind.init(stored:)),
                    day: try row.required("day", LocalDay.init))
                return (reminder, try row.date("sent_at"))
            }
        }
    }
}
