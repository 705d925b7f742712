import Answers
import ArgumentParser
import Foundation
import HeadshotWorker
import JobQueue
import Setup

/// `headshot space token`: makes one more token.
struct SpaceTokenCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "token", "Make one more token of a space, and print it.",
        """
        Without a name it is one of the server's operator, who signs in at the desk of 'headshot serve --site' and \
        decides for all spaces. It opens no route of an app.
        """,
        examples: [
            "headshot space token shop", "headshot space token shop --kind app",
            "headshot space token shop --scope operate --scope read", "headshot space token",
        ], exits: [.disk, .away, .configuration])

    @Argument(help: SpaceOptions.nameHelp)
    var name: Space?

    @OptionGroup var token: TokenOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func validate() throws {
        if name == nil, token.kind != .server || !token.scope.isEmpty {
            throw UsageError("The token of the server's operator has neither --kind nor --scope.")
        }
    }

    func run(in session: Session) async throws {
        let name = name ?? .commandLine
        var new = token.make(for: name, in: session)
        if name == .commandLine { new.scopes = [.operate] }
        guard
            try await session.store.add(
                new.token, to: name, holder: new.holder, scopes: new.scopes, now: session.now)
        else { throw UserMessage.noSuchSpace(name) }
        let settings = try await session.store.record(of: name)?.settings
        try TokenAnswer(space: name, new: new).write(of: settings, asJSON: output.json)
    }
}

/// `headshot space rotate`: replaces the tokens of a space.
struct SpaceRotateCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "rotate", "Replace a space's tokens by one with the rights of the latest, and print it.",
        examples: [
            "headshot space rotate shop", "headshot space rotate shop --keep 1h",
            "headshot space rotate shop --at-once", "headshot space rotate shop --webhook",
        ], exits: [.disk, .away, .configuration])

    @Argument(help: SpaceOptions.nameHelp)
    var name: Space

    @Option(help: "Whose tokens: those of servers, of apps, or of stores.")
    var kind = Access.Holder.server

    @Option(
        help: ArgumentHelp(
            "How long the other tokens go on, as 90s, 10m, 2h or 1d.", "time", default: "1d"))
    var keep: TimeSpan?

    @Flag(help: "End the other tokens at once.")
    var atOnce = false

    @Flag(help: "Replace the secret of its webhook, and no token; both secrets sign meanwhile.")
    var webhook = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run(in session: Session) async throws {
        let environment = session.configuration.environment
        let now = environment.now
        let keep = (keep ?? TimeSpan(days: 1)).duration / .seconds(1)
        let end = atOnce ? now : now.addingTimeInterval(keep)
        let settings = try await session.record(of: name).settings
        if webhook { return try await rotateWebhook(session, end: end) }
        let token = AccessToken(for: name, random: environment.randomBytes(32))
        let scopes = try await session.store.rotate(
            to: token, of: name, holder: kind, othersEnd: end, now: now)
        guard let scopes else {
            throw UserMessage(
                .usage, "no_token", "The space '\(name)' has no token of that kind to replace.",
                "'headshot space token \(name) --kind \(kind.rawValue)' makes one.")
        }
        note(
            atOnce
                ? "The other tokens have ended."
                : "The other tokens stay valid \(TimeWords.until(end, now: now)).")
        let new = NewToken(token, holder: kind, scopes: scopes)
        try TokenAnswer(space: name, new: new).write(of: settings, asJSON: output.json)
    }

    private func rotateWebhook(_ session: Session, end: Date) async throws {
        guard let secret = try await session.rotateWebhook(of: name, overlap: end) else {
            throw UserMessage(
                .usage, "no_webhook", "The space '\(name)' has no webhook.",
                "'headshot space set \(name) --webhook URL' sets one.")
        }
        let now = session.now
        note(
            atOnce
                ? "The old secret no longer signs."
                : "The old secret still signs, too, \(TimeWords.until(end, now: now)).")
        note("This one is shown only now.")
        try Output.print(WebhookSecretAnswer(space: name, secret: secret), asJSON: output.json)
    }
}

/// `headshot space revoke`: ends the tokens of a space.
struct SpaceRevokeCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "revoke", "End all tokens of a space at once.",
        """
        Without a name, those of the server's operator.
        """,
        examples: ["headshot space revoke shop", "headshot space revoke"],
        exits: [.disk, .away, .configuration])

    @Argument(help: SpaceOptions.nameHelp)
    var name: Space?

    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run(in session: Session) async throws {
        if let name { _ = try await session.record(of: name) }
        let now = session.now
        let count = try await session.store.revokeTokens(of: name ?? .commandLine, now: now)
        let another = ["headshot space token", name?.rawValue].compactMap(\.self)
        try Output.write(
            line: """
                \(count == 1 ? "1 token has" : "\(count) tokens have") ended. \
                '\(another.joined(separator: " "))' makes another.
                """)
    }
}

/// What a token is for.
struct TokenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Who holds the token: a server, which keeps it secret, an app, in which anyone can find it, or a store, \
            which sends news of subscriptions.
            """,
            discussion: """
                With an app's, a person's id must be a UUID of version 4, and the space must have a budget.
                """))
    var kind = Access.Holder.server

    @Option(
        help: ArgumentHelp(
            "What it allows; may be repeated: submit (photos and orders of one person), read (all of the space), operate (deciding for all).",
            "scope", default: "submit and read; for an app, submit"))
    var scope: [Access.Scope] = []

    func validate() throws {
        if kind == .app, scope.contains(where: { $0 != .submit }) {
            throw UsageError("Anyone can find an app's token: it has no scope but submit.")
        }
        if kind == .store, !scope.isEmpty {
            throw UsageError("A store's token has no scope: it only brings the store's news.")
        }
    }

    /// Makes a token, which the queue does not know yet.
    func make(for space: Space, in session: Session) -> NewToken {
        let random = session.configuration.environment.randomBytes(32)
        return (
            token: AccessToken(for: space, random: random), holder: kind,
            scopes: scope.isEmpty ? Access.usualScopes(of: kind) : Set(scope)
        )
    }
}

extension TokenAnswer {
    /// Prints the token, and beside it what it is, and whether the space lets it in.
    func write(of settings: SpaceSettings?, asJSON isJSON: Bool) throws {
        if new.holder == .app, settings?.budget == nil {
            note(
                "An app's token is refused until its space has a budget: 'headshot space set \(space) --budget 5'."
            )
        }
        note("The token of \(new.holder.words), for \(new.scopes.words); it is shown only now.")
        if secret != nil {
            note("Below it is the secret of its webhook, which is shown only now, too.")
        }
        try Output.print(self, asJSON: isJSON)
    }
}
