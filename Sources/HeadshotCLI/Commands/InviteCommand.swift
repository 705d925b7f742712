import Answers
import ArgumentParser
import Foundation
import HeadshotWorker
import Invites
import JobQueue
import PromptFactory
import Setup

/// `headshot invite`: links by which persons reach the site.
struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "invite", "Invite persons by links, and see how far they are.",
        """
        A link lets one person of a space in, without an account. Its secret has 26 random characters; the queue \
        keeps only a hash, so a link is shown once. It ends on a day, and can be revoked before.

        Names, departments and addresses are for people: no provider, log or file name gets them, and 'headshot forget' removes them.
        """,
        examples: [
            "headshot invite add team.csv --space acme --by 2026-12-05 --url https://photos.example.com",
            "headshot invite list --space acme", "headshot invite links 81f3 --space acme",
        ], exits: [.disk, .configuration],
        subcommands: [
            InviteAddCommand.self, InviteListCommand.self, InviteLinksCommand.self,
            InviteRevokeCommand.self, InviteRemindCommand.self,
        ])
}

/// `headshot invite add`: invites the persons of a list, or makes a space's public link.
struct InviteAddCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "add", "Invite the persons of a list, and print their links.",
        """
        The list has comma-separated values in UTF-8. Its first line names the columns: id, and any of name, \
        department and email. An id has letters, digits, periods, hyphens, underscores and tildes; it appears in logs and file names, so \
        it should not be a name. At most 5000 persons; if a line cannot be used, no one is invited.

        A person who has a link that leads somewhere keeps it, with its styles and its sum; only the names are those of the list \
        from then on. So a list can be added again after it has grown.

        With --public, a single link is made instead, by which anyone becomes a person of the space: within its \
        budget, its number of new persons a day, and its limits of what is free.
        """,
        examples: [
            "headshot invite add team.csv --space acme",
            "headshot invite add team.csv --space acme --styles front-professional left-casual --by 2026-12-05",
            "headshot invite add team.csv --space acme --pay-up-to 0.50 --csv --url https://photos.example.com > links.csv",
            "headshot invite add --public --space fair --by 2026-12-05",
        ], exits: [.disk, .configuration])

    @Argument(
        help: ArgumentHelp("The list; - is standard input.", "file"),
        completion: .file(extensions: ["csv"]))
    var list: String?

    @OptionGroup var space: InviteSpaceOptions

    @Flag(name: .customLong("public"), help: "Make the public link of the space.")
    var isPublic = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The styles that may be ordered, as 'left-casual'.", "style",
            default: "all of the space"))
    var styles: [Style] = []

    @Option(
        help: ArgumentHelp(
            "The most US dollars that the headshots of each person may cost in all, as '0.50'.",
            "dollars", default: "no limit but the budget and the daily cap"))
    var payUpTo: Dollars?

    @OptionGroup var link: LinkOptions
    @OptionGroup var output: LinkOutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func validate() throws {
        if (list == nil) != isPublic {
            throw UsageError("Name a list, or give --public; not both.")
        }
        if isPublic, output.csv { throw UsageError("--csv is for the links of a list.") }
    }

    func run(in session: Session) async throws {
        let record = try await session.record(of: space.space)
        var names: [String] = []
        for style in styles where !names.contains(style.name) { names.append(style.name) }
        let terms = InviteTerms(
            styles: names, ends: try await link.ends(session), payUpTo: payUpTo?.microUSD)
        guard let list else { return try await addPublic(terms, in: record, session) }
        let persons = try await InviteFile.persons(in: list, space: record.space)
        let invited = try await session.store.invite(
            persons, to: record.space, terms, secrets: session.linkSecrets(persons.count),
            now: session.now)
        guard let invited else { throw UserMessage.noSuchSpace(record.space) }
        var links: [LinksAnswer.Entry] = []
        var known: [String] = []
        var leaving: [String] = []
        for (person, outcome) in zip(persons, invited) {
            switch outcome {
            case .link(let secret):
                links.append(LinksAnswer.Entry(person, secret, at: link.url ?? ""))
            case .known: known.append(person.person.rawValue)
            case .leaving: leaving.append(person.person.rawValue)
            }
        }
        try LinksAnswer(ends: terms.ends, links: links, known: known, leaving: leaving)
            .write(output, site: link.url)
    }

    private func addPublic(
        _ terms: InviteTerms, in record: SpaceRecord, _ session: Session
    ) async throws {
        // As with an app's token: anyone can find it.
        guard record.settings.budget != nil else {
            throw UserMessage(
                .usage, "no_budget",
                "The space '\(record.space)' has no budget, and anyone may use its public link.",
                "'headshot space set \(record.space) --budget 5' sets one; with 0, only what is free can be ordered."
            )
        }
        guard let secret = session.linkSecrets(1).first,
            try await session.store.makePublicLink(
                secret, of: record.space, terms, now: session.now)
        else { throw UserMessage.noSuchSpace(record.space) }
        note(LinkWords.oncePublic)
        if link.url == nil { note(LinkWords.paths) }
        try Output.print(
            PublicLinkAnswer(ends: terms.ends, link: secret.link(at: link.url ?? "")),
            asJSON: output.output.json)
    }
}

/// `headshot invite list`: prints the invited persons.
struct InviteListCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "list", "List the invited persons of a space, and how far each is.",
        """
        A person is created, opened (the link), photo_handed_in, new_photo_requested, in_progress, choose (headshots are there), chosen, approved, \
        or left: of a person who left, nothing else is known.
        """,
        examples: [
            "headshot invite list --space acme",
            "headshot invite list --space acme --state created --json",
        ], exits: [.disk, .configuration])

    @OptionGroup var space: InviteSpaceOptions

    @Option(
        help: ArgumentHelp(
            "Only persons in this state; may be given several times.", "state"))
    var state: [InviteState] = []

    @OptionGroup var output: ListOutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run(in session: Session) async throws {
        let record = try await session.record(of: space.space)
        let now = session.now
        let publicLink = try await session.store.publicLink(of: record.space)
        let invitees = try await session.invitees(
            of: record.space, in: Set(state.isEmpty ? InviteState.allCases : state))
        if output.isForPrograms {
            let link = publicLink.map { LinkResource($0.link, now: now) }
            var list = try ListOutput(output, "persons") { place -> JSONObject in
                ["publicLink": link, "persons": place("persons")]
            }
            try list.write(invitees.map { InviteeResource($0, now: now) })
            return try list.finish()
        }
        if let publicLink {
            note("Public link: \(LinkWords.state(publicLink.link, now: now)).")
        }
        guard !invitees.isEmpty else {
            return note("No such person. 'headshot invite add' invites persons.")
        }
        var table = TextTable("PERSON", "NAME", "DEPARTMENT", "STATE", "LINK")
        for invitee in invitees {
            table.add(
                invitee.state == .left ? "" : invitee.person.rawValue, invitee.name.printable,
                invitee.department.printable, invitee.state.words,
                invitee.isByPublicLink ? "public" : LinkWords.state(invitee.link, now: now))
        }
        try Output.write(line: table.text)
    }
}
