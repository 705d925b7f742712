import CrashPoints
package import Foundation
package import JobQueue

extension JobStore {
    /// Gives persons new links, and revokes those before; styles and sums stay.
    ///
    /// - Parameter secrets: A fresh secret for each person.
    /// - Returns: Whether each has the new link: not one who was not invited, or leaves.
    package func renewLinks(
        of persons: [Person], ends: Date, secrets: [LinkSecret], now: Date
    ) throws(JobQueueError) -> [Bool] {
        let given = try write { tx in
            try zip(persons, secrets).map { person, secret in
                try Self.give(secret, ends: ends, to: person, now: now, tx)
            }
        }
        CrashPoint.reach(.invitesWritten)
        return given
    }

    /// Revokes the links of persons; returns how many led somewhere.
    package func revokeLinks(of persons: [Person], now: Date) throws(JobQueueError) -> Int {
        try write { tx in
            try persons.count { person in
                try Self.revoke(person.rawValue, in: person.space, now: now, tx)
            }
        }
    }

    /// Makes the public link of a space; the one before is revoked.
    ///
    /// - Returns: Whether there is such a space.
    package func makePublicLink(
        _ secret: LinkSecret, of space: Space, _ terms: InviteTerms, now: Date
    ) throws(JobQueueError) -> Bool {
        let isMade = try write { tx in
            try tx.lock(.newPersons(of: space))
            guard try Self.record(of: space, tx) != nil else { return false }
            try tx.run(
                """
                INSERT INTO invitee (
                    space, person, name, department, email, styles, pay_up_to, state, link,
                    link_created_at, link_ends_at, created_at, changed_at)
                VALUES (?1, '', '', '', '', ?2, ?3, ?4, ?5, ?6, ?7, ?6, ?6)
                ON CONFLICT (space, person) DO UPDATE
                SET styles = excluded.styles, pay_up_to = excluded.pay_up_to,
                    link = excluded.link, link_created_at = excluded.link_created_at,
                    link_ends_at = excluded.link_ends_at, link_revoked_at = NULL
                """,
                [
                    space.rawValue, terms.styles.joined(separator: " "), terms.payUpTo,
                    InviteState.created.rawValue, secret.hash, now.milliseconds,
                    terms.ends.milliseconds,
                ])
            return true
        }
        CrashPoint.reach(.invitesWritten)
        return isMade
    }

    /// The public link of a space, whether it still leads somewhere or not; `nil` if there was never one.
    package nonisolated func publicLink(
        of space: Space
    ) async throws(JobQueueError) -> PublicLink? {
        try await read { tx in
            let row = try tx.row(
                "SELECT * FROM invitee WHERE space = ? AND person = ''", [space.rawValue])
            guard let row, let link = try LinkRecord(row: row, "link") else { return nil }
            return PublicLink(
                link: link,
                terms: InviteTerms(
                    styles: try row.styles(), ends: link.ends, payUpTo: row.money("pay_up_to")))
        }
    }

    /// Revokes the public link of a space, also for those who came by it; returns whether it led somewhere.
    package func revokePublicLink(of space: Space, now: Date) throws(JobQueueError) -> Bool {
        try write { tx in
            try Self.revoke(InviteeRow.publicLink, in: space, now: now, tx)
        }
    }

    /// Gives a person a link in the place of the one before; returns whether the person was invited.
    @discardableResult
    static func give(
        _ secret: LinkSecret, ends: Date, to person: Person, now: Date, _ tx: any QueueTransaction
    ) throws -> Bool {
        try tx.run(
            """
            UPDATE invitee SET link = ?, link_created_at = ?, link_ends_at = ?,
                link_revoked_at = NULL, by_public = 0
            WHERE space = ? AND person = ? AND state <> ?
            """,
            [secret.hash, now.milliseconds, ends.milliseconds] + person.arguments
                + [InviteState.left.rawValue]) == 1
    }

    private static func revoke(
        _ person: String, in space: Space, now: Date, _ tx: any QueueTransaction
    ) throws -> Bool {
        try tx.run(
            """
            UPDATE invitee SET link_revoked_at = ?1
            WHERE space = ?2 AND person = ?3 AND link IS NOT NULL AND link_revoked_at IS NULL
                AND link_ends_at > ?1
            """, [now.milliseconds, space.rawValue, person]) == 1
    }
}
