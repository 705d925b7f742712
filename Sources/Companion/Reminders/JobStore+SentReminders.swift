package import Foundation
import Ground
package import JobQueue

extension JobStore {
    /// The reminders that were sent to a person lately, the oldest first, and when.
    package nonisolated func sentReminders(
        of person: Person
    ) async throws(JobQueueError) -> [(reminder: SentReminder, sent: Date)] {
        try await read { tx in
            try tx.rows(
                """
                SELECT day, kind, sent_at FROM reminder WHERE space = ? AND person = ?
                ORDER BY sent_at, kind
                """, person.arguments
            ).map { row in
                (
                    SentReminder(
                        kind: try row.required("kind"),
                        day: try row.required("day", LocalDay.init)),
                    try row.date("sent_at")
                )
            }
        }
    }
}
