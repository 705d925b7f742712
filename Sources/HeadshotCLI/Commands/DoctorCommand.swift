import ArgumentParser
import Setup

/// `headshot doctor`: finds what is set up wrongly, and says how to fix it.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "doctor", "Check what headshot needs, and print how to fix what is missing.",
        """
        Nothing is sent but a question for the service's list of models, which is free; with --offline not \
        even that. The API key is never printed.
        """,
        examples: ["headshot doctor", "headshot doctor --offline --json"], exits: [.configuration])

    @Flag(help: "Ask nothing of the service.")
    var offline = false

    @OptionGroup var prompts: PromptsOptions

    @OptionGroup var models: ModelOptions
    @OptionGroup var provider: ProviderOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func run() async throws {
        let examination = Examination(
            configuration: try home.settings.configuration(), home: home, provider: provider,
            prompts: prompts.prompts, models: models, isOffline: offline)
        let answer = DoctorAnswer(checks: await examination.run())
        try Output.print(answer, asJSON: output.json)
        if answer.hasProblem { try ExitStatus.configuration.end() }
    }
}
