import Answers
import ArgumentParser
import Foundation
import Invites
import JobQueue
import Setup

/// `headshot invite links`: makes new links in the place of others.
struct InviteLinksCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "links", "Make new links for persons, print them, and revoke those before.",
        """
        A link cannot be shown again. The new one offers what the one before did; only its end is new.
        """,
        examples: [
            "headshot invite links 81f3 --space acme",
            "headshot invite links --all --space acme --by 2026-12-19 --csv",
        ], exits: [.disk, .configuration])

    @OptionGroup var persons: InviteeOptions
    @OptionGroup var space: InviteSpaceOptions
    @OptionGroup var link: LinkOptions
    @OptionGroup var output: LinkOutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run(in session: Session) async throws {
        let space = try await session.record(of: space.space).space
        let ends = try await link.ends(session)
        let invitees = try await persons.invitees(of: space, session)
        let secrets = session.linkSecrets(invitees.count)
        let given = try await session.store.renewLinks(
            of: invitees.map(\.person), ends: ends, secrets: secrets, now: session.now)
        let links = zip(zip(invitees, secrets), given).compactMap { pair, isGiven in
            isGiven ? LinksAnswer.Entry(pair.0, pair.1, at: link.url ?? "") : nil
        }
        try LinksAnswer(ends: ends, links: links).write(output, site: link.url)
    }
}

/// `headshot invite revoke`: ends links before their day.
struct InviteRevokeCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "revoke", "Revoke links, and end at once what they let persons do.",
        """
        What the persons have made stays; 'headshot forget' removes it. Persons who came by the public link are in again once the space has \
        another.
        """,
        examples: [
            "headshot invite revoke 81f3 --space acme", "headshot invite revoke --all --space acme",
            "headshot invite revoke --public --space fair",
        ], exits: [.disk, .configuration])

    @Argument(help: ArgumentHelp("The persons.", "id"))
    var persons: [String] = []

    @Flag(help: "The links of all persons of the space; not the public one.")
    var all = false

    @Flag(name: .customLong("public"), help: "The public link of the space.")
    var isPublic = false

    @OptionGroup var space: InviteSpaceOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func validate() throws {
        guard [!persons.isEmpty, all, isPublic].count(where: { $0 }) == 1 else {
            throw UsageError("Name persons by their ids, or give --all or --public.")
        }
    }

    func run(in session: Session) async throws {
        let space = try await session.record(of: space.space).space
        let store = session.store
        let count: Int
        if isPublic {
            count = try await store.revokePublicLink(of: space, now: session.now) ? 1 : 0
        } else {
            let revoked =
                all
                ? try await session.invitees(of: space).map(\.person)
                : try await InviteeOptions.named(persons, in: space, session).map(\.person)
            count = try await store.revokeLinks(of: revoked, now: session.now)
        }
        try Output.print(RevokedAnswer(revoked: count), asJSON: output.json)
    }
}

/// How many links were revoked.
private struct RevokedAnswer: CommandAnswer {
    let revoked: Int

    var text: String { revoked == 1 ? "1 link was revoked." : "\(revoked) links were revoked." }
}

/// `headshot invite remind`: notes who is reminded, for a program that sends mail.
struct InviteRemindCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "remind", "Print whom to remind, and note that they were reminded.",
        """
        For a program that sends mail: headshot sends none. Left out are persons who have chosen a headshot, whose links lead nowhere, or who \
        were reminded within a day. The space's webhook gets 'invite.reminded' for each.
        """,
        examples: [
            "headshot invite remind --all --space acme",
            "headshot invite remind 81f3 --space acme --json",
        ], exits: [.disk, .configuration])

    @OptionGroup var persons: InviteeOptions
    @OptionGroup var space: InviteSpaceOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run(in session: Session) async throws {
        let space = try await session.record(of: space.space).space
        let invitees = try await persons.invitees(of: space, session)
        let reminded = try await session.store.remind(invitees.map(\.person), now: session.now)
        let answer = RemindedAnswer(reminded: reminded, now: session.now)
        if !output.json, reminded.isEmpty {
            note("Found no one to remind.")
        } else {
            try Output.print(answer, asJSON: output.json)
        }
    }
}

/// Who is reminded.
private struct RemindedAnswer: CommandAnswer {
    let reminded: [Invitee]
    let now: Date

    func encode(to encoder: any Encoder) throws {
        try encoder.encode(["reminded": reminded.map { InviteeResource($0, now: now) }])
    }

    var text: String {
        var table = TextTable("PERSON", "NAME", "E-MAIL", "STATE")
        for invitee in reminded {
            table.add(
                invitee.person.rawValue, invitee.name.printable, invitee.email.printable,
                invitee.state.words)
        }
        return table.text
    }
}
