import CrashPoints
package import Foundation
package import JobQueue

extension JobStore {
    /// Invites persons, all in one transaction; a list that is read again changes the names that differ.
    ///
    /// - Parameters:
    ///   - terms: What a new link offers; who has a link that leads somewhere keeps what that offers.
    ///   - secrets: A fresh secret for each person.
    /// - Returns: What became of each, in their order; `nil` if there is no such space.
    package func invite(
        _ list: [NewInvitee], to space: Space, _ terms: InviteTerms, secrets: [LinkSecret],
        now: Date
    ) throws(JobQueueError) -> [Invited]? {
        let invited = try write { tx -> [Invited]? in
            try tx.lock(.newPersons(of: space))
            guard try Self.record(of: space, tx) != nil else { return nil }
            let isListening = try Self.isListening(space, tx)
            return try zip(list, secrets).map { new, secret in
                guard new.person.space == space else {
                    throw JobQueueError.refused(detail: "a person of another space was invited")
                }
                return try Self.invite(
                    new, terms, secret, isListening: isListening, now: now, tx)
            }
        }
        CrashPoint.reach(.invitesWritten)
        return invited
    }

    private static func invite(
        _ new: NewInvitee, _ terms: InviteTerms, _ secret: LinkSecret, isListening: Bool, now: Date,
        _ tx: any QueueTransaction
    ) throws -> Invited {
        guard try standing(of: new.person, tx) != .leaving else { return .leaving }
        let known = try tx.invitee(new.person)
        if known == nil {
            try insert(new, terms, secret, now: now, tx)
        } else {
            try tx.run(
                """
                UPDATE invitee SET name = ?, department = ?, email = ?
                WHERE space = ? AND person = ?
                """, [new.name, new.department, new.email] + new.person.arguments)
            if known?.isByPublicLink == false, known?.link?.isOpen(at: now) == true {
                return .known
            }
            try give(secret, ends: terms.ends, to: new.person, now: now, tx)
            try tx.run(
                "UPDATE invitee SET styles = ?, pay_up_to = ? WHERE space = ? AND person = ?",
                [terms.styles.joined(separator: " "), terms.payUpTo] + new.person.arguments)
        }
        if known == nil, isListening, let invitee = try tx.invitee(new.person) {
            try announce("invite.created", invitee, now: now, tx)
        }
        return .link(secret)
    }

    /// The persons whom a space has invited, in the order of their ids; those who have left are among them, without a name.
    ///
    /// - Parameters:
    ///   - department: Only persons of this one; `nil` for all.
    ///   - id: Only persons whose ids come after this one; `nil` for all.
    package nonisolated func invitees(
        of space: Space, in states: Set<InviteState> = Set(InviteState.allCases),
        department: String? = nil, after id: String? = nil, limit: Int
    ) async throws(JobQueueError) -> [Invitee] {
        try await read { tx in
            let names = states.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
            guard !names.isEmpty else { return [] }
            return try tx.rows(
                """
                SELECT * FROM \(InviteeRow.table)
                WHERE space = ?1 AND person > ?2 AND shown IN (\(names))
                    AND (CAST(?3 AS TEXT) IS NULL OR department = ?3)
                ORDER BY person LIMIT ?4
                """, [space.rawValue, id ?? InviteeRow.publicLink, department, limit]
            ).map(Invitee.init(row:))
        }
    }

    /// The departments of the persons whom a space has invited, by name; not the empty one.
    ///
    /// Reads a word of each person of one space: a list has thousands at most.
    package nonisolated func departments(
        of space: Space, limit: Int
    ) async throws(JobQueueError) -> [String] {
        try await read { tx in
            try tx.values(
                """
                SELECT DISTINCT department FROM invitee
                WHERE space = ? AND department <> '' ORDER BY department LIMIT ?
                """, [space.rawValue, limit])
        }
    }

    /// An invited person; `nil` for one who was not, or has left.
    package nonisolated func invitee(_ person: Person) async throws(JobQueueError) -> Invitee? {
        try await read { tx in try tx.invitee(person) }
    }

    /// Notes that persons are reminded, and reports each to the space's webhook.
    ///
    /// - Returns: Those who are reminded: who have not chosen yet, whose link leads somewhere, and who were not reminded within a
    ///   day.
    package func remind(_ persons: [Person], now: Date) throws(JobQueueError) -> [Invitee] {
        try write { tx in
            var reminded: [Invitee] = []
            for person in persons {
                guard let invitee = try tx.invitee(person), !invitee.state.isDone,
                    invitee.link?.isOpen(at: now) == true,
                    invitee.reminded.map({ now.timeIntervalSince($0) >= Self.remindersPause })
                        ?? true
                else { continue }
                try tx.run(
                    "UPDATE invitee SET reminded_at = ? WHERE space = ? AND person = ?",
                    [now.milliseconds] + person.arguments)
                if try Self.isListening(person.space, tx) {
                    try Self.announce("invite.reminded", invitee, now: now, tx)
                }
                reminded.append(invitee)
            }
            return reminded
        }
    }

    /// In seconds: a second reminder on one day helps no one.
    private static let remindersPause: TimeInterval = 86_400

    private static func insert(
        _ new: NewInvitee, _ terms: InviteTerms, _ secret: LinkSecret, now: Date,
        _ tx: any QueueTransaction
    ) throws {
        try tx.run(
            """
            INSERT INTO invitee (
                space, person, name, department, email, styles, pay_up_to, state, link,
                link_created_at, link_ends_at, created_at, changed_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            new.person.arguments + [
                new.name, new.department, new.email, terms.styles.joined(separator: " "),
                terms.payUpTo, InviteState.created.rawValue, secret.hash, now.milliseconds,
                terms.ends.milliseconds, now.milliseconds, now.milliseconds,
            ])
    }

    /// Never with the link: what is sent is stored, and sent again.
    private static func announce(
        _ type: String, _ invitee: Invitee, now: Date, _ tx: any QueueTransaction
    ) throws {
        let person = invitee.person
        let name = hash(person.rawValue, in: person.space).prefix(16)
        try announce(
            type,
            InviteNews(
                person: person.label, state: invitee.state.rawValue, ends: invitee.terms.ends),
            of: person, named: "\(type.replacing(".", with: "_"))_\(name)", at: now.milliseconds, tx
        )
    }
}

/// What an app learns of an invited person; names and links are not part of it.
private struct InviteNews: Encodable {
    let person: String
    let state: String
    /// When the link ends.
    let ends: Date
}
