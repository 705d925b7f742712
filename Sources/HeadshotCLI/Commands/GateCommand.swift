import ArgumentParser

/// `headshot gate`: says why nothing is sent, and what to do.
struct GateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate",
        abstract: "Show or clear what keeps requests from being sent.",
        discussion: HelpText.ending(
            ["headshot gate", "headshot gate clear"],
            [.done, .usage, .halted, .disk, .tryLater, .configuration]),
        subcommands: [GateShowCommand.self, GateClearCommand.self],
        defaultSubcommand: GateShowCommand.self)
}
