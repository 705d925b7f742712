package import Foundation
package import JobQueue

extension JobStore {
    /// Notes that an invited person agrees to a version of the text; agreeing again changes nothing.
    ///
    /// - Returns: `false` if the person was not invited, or leaves.
    package func agree(
        _ person: Person, to version: String, now: Date
    ) throws(JobQueueError) -> Bool {
        try write { tx in
            try tx.lock(.days(of: person))
            // One who leaves has no row any more.
            guard try tx.has("invitee WHERE space = ? AND person = ?", person.arguments) else {
                return false
            }
            let isKnown = try tx.has(
                "consent WHERE space = ? AND person = ? AND version = ? AND withdrawn_at IS NULL",
                person.arguments + [version])
            guard !isKnown else { return true }
            try tx.run(
                """
                INSERT INTO consent (space, person, version, given_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (space, person, version, given_at) DO UPDATE SET withdrawn_at = NULL
                """, person.arguments + [version, now.milliseconds])
            return true
        }
    }

    /// Notes that a person withdraws what they agreed to; returns whether there was something.
    package func withdrawConsent(of person: Person, now: Date) throws(JobQueueError) -> Bool {
        try write { tx in try Self.withdrawConsent(of: person, now: now, tx) }
    }

    static func withdrawConsent(
        of person: Person, now: Date, _ tx: any QueueTransaction
    ) throws -> Bool {
        try tx.run(
            """
            UPDATE consent SET withdrawn_at = ?
            WHERE space = ? AND person = ? AND withdrawn_at IS NULL
            """, [now.milliseconds] + person.arguments) > 0
    }

    /// What a person agreed to, the oldest first.
    package nonisolated func consents(of person: Person) async throws(JobQueueError) -> [Consent] {
        try await read { tx in
            try tx.rows(
                """
                SELECT version, given_at, withdrawn_at FROM consent
                WHERE space = ? AND person = ? ORDER BY given_at, version
                """, person.arguments
            ).map { row in
                Consent(
                    version: try row.required("version"), given: try row.date("given_at"),
                    withdrawn: row.optionalDate("withdrawn_at"))
            }
        }
    }
}
