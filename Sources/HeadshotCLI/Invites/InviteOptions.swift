import Answers
import ArgumentParser
import Foundation
import Ground
import Invites
import JobQueue
import Setup

/// The space whose persons are invited.
struct InviteSpaceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The space of the persons, as 'headshot space list' names it.", "name"))
    var space: Space
}

/// What a new link is.
struct LinkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The last day on which links lead somewhere, as 2026-12-05, in the queue's time zone.",
            "day", default: "30 days from now"))
    var by: LocalDay?

    // As text: the parser repeats a value that its type refuses.
    @Option(
        help: ArgumentHelp(
            "The address of the site, which links begin with: https, or http on this machine.",
            "url", default: "none; a link is printed from /i/ on"))
    var url: String?

    func validate() throws {
        guard let url else { return }
        guard WebhookURL(url) != nil, WebAddress(url)?.query == nil else {
            throw UsageError(
                "--url takes an address such as https://photos.example.com, without a query.")
        }
    }

    /// When a link ends that is made now.
    func ends(_ session: Session) async throws -> Date {
        let now = session.now
        guard let by else { return now.addingTimeInterval(Self.usual) }
        let end = by.end(in: try await session.limits().timeZone)
        guard end > now, end <= now.addingTimeInterval(Self.longest) else {
            throw UsageError("--by takes a day from today on, within a year.")
        }
        return end
    }

    /// In seconds: 30 days.
    private static let usual: TimeInterval = 30 * 86_400
    /// In seconds: a year.
    private static let longest: TimeInterval = 366 * 86_400
}

/// How links are printed.
struct LinkOutputOptions: ParsableArguments {
    @Flag(help: "Answer as a table for spreadsheets and mail programs, in comma-separated values.")
    var csv = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if csv, output.json { throw UsageError("--csv and --json do not go together.") }
    }
}

/// The persons whom a command is about.
struct InviteeOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The persons.", "id"))
    var persons: [String] = []

    @Flag(help: "All persons of the space who have not chosen a headshot yet.")
    var all = false

    func validate() throws {
        if persons.isEmpty != all {
            throw UsageError("Name persons by their ids, or give --all; not both.")
        }
    }

    /// The invited persons, each once.
    func invitees(of space: Space, _ session: Session) async throws -> [Invitee] {
        if all { return try await session.invitees(of: space).filter { !$0.state.isDone } }
        return try await Self.named(persons, in: space, session)
    }

    /// The invited persons of some ids, each once.
    static func named(
        _ ids: [String], in space: Space, _ session: Session
    ) async throws -> [Invitee] {
        var found: [Invitee] = []
        for id in ids {
            guard let person = Person(named: id, in: space),
                let invitee = try await session.store.invitee(person)
            else {
                throw UserMessage(
                    .usage, "not_invited", "The space '\(space)' has not invited '\(id)'.",
                    "'headshot invite list --space \(space)' lists the persons.")
            }
            if !found.contains(where: { $0.person == person }) { found.append(invitee) }
        }
        return found
    }
}

extension Session {
    /// All persons whom a space has invited.
    func invitees(
        of space: Space, in states: Set<InviteState> = Set(InviteState.allCases)
    ) async throws -> [Invitee] {
        var all: [Invitee] = []
        while true {
            let page = try await store.invitees(
                of: space, in: states, after: all.last?.person.rawValue, limit: 500)
            guard !page.isEmpty else { return all }
            all += page
        }
    }

    /// Fresh secrets for links.
    func linkSecrets(_ count: Int) -> [LinkSecret] {
        var chance = configuration.environment.chance
        return (0..<count).map { _ in LinkSecret(using: &chance) }
    }
}
