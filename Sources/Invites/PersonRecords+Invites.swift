package import JobQueue

extension PersonRecords {
    /// What this module keeps; the queue has to be opened with it.
    package static let invites = PersonRecords(
        leave: { person, now, tx in
            _ = try JobStore.withdrawConsent(of: person, now: now, tx)
            try JobStore.set(.left, of: person, now: now, tx)
        },
        remove: { person, tx in
            try tx.lock(.days(of: person))
            // The count of those who have left, and what was agreed to, stay without the person.
            let rest = JobStore.hash(person.rawValue, in: person.space)
            let arguments = person.arguments + [rest]
            if try tx.has("invitee WHERE space = ? AND person = ?", person.arguments) {
                // The person may have left before.
                try tx.run(
                    "DELETE FROM invitee WHERE space = ?1 AND person = ?3 AND person <> ?2",
                    arguments)
            }
            try tx.run(
                """
                UPDATE invitee SET person = ?3, name = '', department = '', email = '', styles = '',
                    pay_up_to = NULL, retake_reason = NULL, retake_words = '', retake_at = NULL,
                    chosen = NULL, link = NULL, link_created_at = NULL, link_ends_at = NULL,
                    link_revoked_at = NULL, reminded_at = NULL
                WHERE space = ?1 AND person = ?2
                """, arguments)
            try JobStore.moveConsents(arguments, tx)
            return []
        },
        move: { person, other, tx in
            let arguments = person.arguments + [other.rawValue]
            // What both have stays as the other has it.
            try tx.run(
                """
                UPDATE invitee SET person = ?3 WHERE space = ?1 AND person = ?2 AND NOT EXISTS (
                    SELECT 1 FROM invitee AS other WHERE other.space = ?1 AND other.person = ?3)
                """, arguments)
            try tx.run("DELETE FROM invitee WHERE space = ? AND person = ?", person.arguments)
            try JobStore.moveConsents(arguments, tx)
        })
}

extension JobStore {
    /// Makes consents another's, by the space, the person and the other.
    fileprivate static func moveConsents(
        _ arguments: [(any SQLConvertible)?], _ tx: any QueueTransaction
    ) throws {
        // A restored queue may have both.
        try tx.run(
            """
            DELETE FROM consent WHERE space = ?1 AND person = ?2 AND EXISTS (
                SELECT 1 FROM consent AS other
                WHERE other.space = ?1 AND other.person = ?3 AND other.version = consent.version
                    AND other.given_at = consent.given_at)
            """, arguments)
        try tx.run(
            "UPDATE consent SET person = ?3 WHERE space = ?1 AND person = ?2", arguments)
    }
}
