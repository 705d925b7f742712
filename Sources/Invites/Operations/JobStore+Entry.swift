import Companion
package import Foundation
package import JobQueue

extension JobStore {
    /// Lets a person in by a link.
    ///
    /// Links that are wrong, have ended or were revoked cost the same: one lookup.
    ///
    /// - Parameter newcomer: Who comes if the link is the public one: an id that no one guesses, see ``Person/isSecret``. With
    ///   that of a person who came by the public link before, it is that person again.
    package func enter(
        by secret: LinkSecret, newcomer: String, now: Date
    ) async throws(JobQueueError) -> Entry {
        let hash = secret.hash
        let found = try await read { tx in try Self.owner(of: hash, at: now, tx) }
        guard let found else { return .closed }
        return try write { tx in
            // Until it held this lock, others may have revoked the link, or forgotten the person.
            try tx.lock(.newPersons(of: found.space))
            guard let owner = try Self.owner(of: hash, at: now, tx) else { return .closed }
            if owner.person != InviteeRow.publicLink {
                guard let person = Person(owner.person, in: owner.space),
                    try Self.admit(person, most: nil, now: now, tx) == .admitted,
                    let invitee = try Self.note(.open, of: person, now: now, tx)
                else { return .closed }
                return .entered(invitee, by: hash)
            }
            guard let person = Person(newcomer, in: owner.space), person.isSecret else {
                throw JobQueueError.refused(detail: "the id of a new person is not a secret")
            }
            return try Self.enter(person, byPublic: hash, now: now, tx)
        }
    }

    /// A person who is in by a link; `nil` once the link has ended or was revoked, or the person leaves.
    ///
    /// A person who came by the public link is in as long as the space has one that leads somewhere.
    ///
    /// - Parameter link: The name of the link; see ``LinkSecret/hash``.
    package nonisolated func invitee(
        _ person: Person, by link: String, now: Date
    ) async throws(JobQueueError) -> Invitee? {
        try await read { tx in
            guard let invitee = try tx.invitee(person), try Self.isPresent(person, tx),
                let way = invitee.link, way.isOpen(at: now),
                way.hash == link || invitee.isByPublicLink
            else { return nil }
            return invitee
        }
    }

    /// Whose a link is that leads somewhere; an empty person for the public link.
    private static func owner(
        of hash: String, at now: Date, _ tx: any QueueTransaction
    ) throws -> (space: Space, person: String)? {
        let row = try tx.row(
            """
            SELECT space, person FROM invitee
            WHERE link = ? AND link_revoked_at IS NULL AND link_ends_at > ?
            """, [hash, now.milliseconds])
        return try row.map { row in
            (try row.required("space", Space.init(row:)), try row.required("person"))
        }
    }

    private static func enter(
        _ person: Person, byPublic hash: String, now: Date, _ tx: any QueueTransaction
    ) throws -> Entry {
        let most = try record(of: person.space, tx)?.settings.newPersons ?? 0
        switch try admit(person, most: most, now: now, tx) {
        case .leaving: return .closed
        case .tooMany(let until): return .tooMany(until: until)
        case .admitted: break
        }
        try tx.run(
            """
            INSERT INTO invitee (
                space, person, name, department, email, styles, pay_up_to, by_public, state,
                created_at, changed_at)
            SELECT space, CAST(?2 AS TEXT), '', '', '', styles, pay_up_to, 1,
                CAST(?3 AS TEXT), CAST(?4 AS BIGINT), CAST(?4 AS BIGINT)
            FROM invitee WHERE space = ?1 AND person = ''
            ON CONFLICT (space, person) DO NOTHING
            """, person.arguments + [InviteState.opened.rawValue, now.milliseconds])
        guard let invitee = try tx.invitee(person), invitee.isByPublicLink else { return .closed }
        return .entered(invitee, by: hash)
    }
}
