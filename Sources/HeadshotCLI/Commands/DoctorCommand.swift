import ArgumentParser
import Setup

/// `headshot doctor`: finds what is set up wrongly, and says how to fix it.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "doctor", "Check what headshot needs, and print how to fix what is missing.",
        """
        Nothing is sent but a question for the service's list of models, which is free; with --offline not \
        even that. The API key is never printed.

        A queue in a file is checked where it is in use. With --deep all of it is read, and its jobs and charges \
        are counted anew: ten seconds or more for a million jobs.
        """,
        examples: [
            "headshot doctor", "headshot doctor --offline --json", "headshot doctor --deep",
        ], exits: [.configuration])

    @Flag(help: "Ask nothing of the service.")
    var offline = false

    @Flag(help: "Read all of the queue.")
    var deep = false

    @OptionGroup(title: CommandHelp.globalTitle) var prompts: PromptsOptions

    @OptionGroup(title: CommandHelp.globalTitle) var models: ModelOptions
    @OptionGroup(title: CommandHelp.globalTitle) var provider: ProviderOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run() async throws {
        let examination = Examination(
            configuration: try home.settings.configuration(), home: home, provider: provider,
            prompts: prompts.prompts, models: models, isOffline: offline, isDeep: deep)
        let answer = DoctorAnswer(checks: await examination.run())
        try Output.print(answer, asJSON: output.json)
        if answer.hasProblem { try ExitStatus.configuration.end() }
    }
}
