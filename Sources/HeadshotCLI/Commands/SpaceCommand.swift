import Answers
import ArgumentParser
import Companion
import JobQueue
import Setup

/// `headshot space`: the apps and teams whose people are kept apart.
struct SpaceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "space", "Keep the people of several apps or teams apart.",
        """
        The same person's id in two spaces is two people: they share neither caps nor keys, and a command with \
        --space sees only that space. Without --space, photos belong to the command line's own space.

        With --webhook, 'headshot serve' reports each job that ends to an address. The secret by which its \
        receiver checks that is shown once, too, and stored nowhere.

        A token lets a server or an app reach its space over HTTP. It is shown once, when it is made; the queue \
        keeps only its hash.
        """,
        examples: [
            "headshot space", "headshot space add shop",
            "headshot submit ann.jpg --space shop --person 81f3",
        ], exits: [.disk, .away, .configuration],
        subcommands: [
            SpaceListCommand.self, SpaceShowCommand.self, SpaceAddCommand.self,
            SpaceSetCommand.self, SpaceWordsCommand.self, SpaceCheckCommand.self,
            SpaceTokenCommand.self, SpaceRotateCommand.self, SpaceRevokeCommand.self,
        ], defaultSubcommand: SpaceListCommand.self)
}

/// `headshot space list`: prints all spaces.
struct SpaceListCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "list", "List the spaces, without the command line's own.",
        examples: ["headshot space list", "headshot space list --json"],
        exits: [.disk, .away, .configuration])

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run(in session: Session) async throws {
        let answer = SpacesAnswer(try await session.store.spaces())
        if !output.json, answer.spaces.isEmpty {
            note("There is only the command line's own. 'headshot space add' makes one.")
        } else {
            try Output.print(answer, asJSON: output.json)
        }
    }
}

/// `headshot space show`: prints one space.
struct SpaceShowCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "show", "Print a space with its tokens and its webhook, without their secrets.",
        examples: ["headshot space show shop", "headshot space show shop --json"],
        exits: [.disk, .away, .configuration])

    @Argument(help: SpaceOptions.nameHelp)
    var name: Space

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run(in session: Session) async throws {
        let record = try await session.record(of: name)
        let tokens = try await session.store.tokens(of: name, now: session.now)
        try Output.print(
            SpaceAnswer(
                record: record, tokens: tokens, webhook: try await session.webhook(of: name),
                moneyLeft: try await session.store.moneyLeft(of: name),
                used: try await session.people.usedLimits(of: record)),
            asJSON: output.json)
    }
}
