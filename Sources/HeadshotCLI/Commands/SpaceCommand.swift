import Answers
import ArgumentParser
import HeadshotWorker
import JobQueue
import Setup

/// `headshot space`: the apps and teams whose people are kept apart.
struct SpaceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "space",
        abstract: "Keep the people of several apps or teams apart.",
        discussion: """
            The same person's id in two spaces is two people: they share neither caps nor keys, and a command with \
            --space sees only that space. Without --space, photos belong to the command line's own space.

            \(HelpText.ending(
                ["headshot space", "headshot space add shop", "headshot submit ann.jpg --space shop --person 81f3"],
                [.done, .usage, .disk, .configuration]))
            """,
        subcommands: [SpaceListCommand.self, SpaceAddCommand.self, SpaceSetCommand.self],
        defaultSubcommand: SpaceListCommand.self)
}

/// `headshot space list`: prints all spaces.
struct SpaceListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the spaces, without the command line's own.",
        discussion: HelpText.ending(
            ["headshot space list", "headshot space list --json"],
            [.done, .usage, .disk, .configuration]))

    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home) { session in
            let answer = SpacesAnswer(try await session.store.spaces())
            if !output.json, answer.spaces.isEmpty {
                note("There is only the command line's own. 'headshot space add' makes one.")
            } else {
                try Output.print(answer, asJSON: output.json)
            }
        }
    }
}

/// `headshot space add`: makes a space.
struct SpaceAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a space for an app or a team.",
        discussion: HelpText.ending(
            ["headshot space add shop", "headshot space add team-photos --provider local"],
            [.done, .usage, .disk, .configuration]))

    @Argument(help: SpaceOptions.nameHelp)
    var name: Space

    @Option(help: "Who makes its headshots, unless an order says otherwise.")
    var provider = ProviderKind.gemini

    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home) { session in
            let now = session.configuration.environment.now
            guard try await session.store.add(name, provider: provider.rawValue, now: now) else {
                throw CommandError.spaceExists(name)
            }
            try Output.write(line: "\(name): its headshots are made by \(provider.rawValue).")
        }
    }
}

/// `headshot space set`: changes a space.
struct SpaceSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change who makes the headshots of a space's later orders.",
        discussion: HelpText.ending(
            ["headshot space set shop --provider local"], [.done, .usage, .disk, .configuration]))

    @Argument(help: SpaceOptions.nameHelp)
    var name: Space

    @Option(help: "Who makes its headshots, unless an order says otherwise.")
    var provider: ProviderKind

    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home) { session in
            guard try await session.store.set(provider: provider.rawValue, of: name) else {
                throw CommandError.noSuchSpace(name)
            }
            try Output.write(line: "\(name): its headshots are made by \(provider.rawValue).")
        }
    }
}
