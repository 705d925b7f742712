import Answers
import ArgumentParser
import PromptFactory
import Setup

/// `headshot prompts`: prints the prompts as they are sent.
struct PromptsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "prompts", "Print the prompts as they are sent, with their versions.",
        """
        All six, or those of one angle or one background. A folder of prompts is checked completely: what is \
        wrong is named with its file and line.
        """,
        examples: [
            "headshot prompts", "headshot prompts --angle front --background casual",
            "headshot prompts --prompts ./my-prompts --json",
        ], exits: [.configuration])

    @Option(help: "Only prompts of this angle.")
    var angle: Angle?

    @Option(help: "Only prompts of this background.")
    var background: Background?

    @OptionGroup var prompts: PromptsOptions

    @OptionGroup(title: CommandHelp.globalTitle) var settings: SettingsOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let configuration = try settings.configuration()
        let folder = try configuration.promptsFolder(prompts.prompts)
        let composer = try configuration.prompts(prompts.prompts)
        let styles = Style.all.filter { style in
            style.angle == angle ?? style.angle
                && style.background == background ?? style.background
        }
        try Output.print(
            PromptsAnswer(composer, styles: styles, folder: folder), asJSON: output.json)
    }
}

/// Prompts as they are sent.
struct PromptsAnswer: CommandAnswer {
    struct PromptText: Encodable {
        let style: String
        let version: String
        let text: String
    }

    let folder: String
    let version: String
    let prompts: [PromptText]

    init(_ composer: PromptComposer, styles: [Style], folder: String) {
        self.folder = folder
        version = composer.version
        prompts = styles.map { style in
            let prompt = composer.prompt(for: style)
            return PromptText(style: style.name, version: prompt.version, text: prompt.text)
        }
    }

    var text: String {
        prompts.map { "\($0.style), version \($0.version)\n\n\($0.text)" }
            .joined(separator: "\n\n")
    }
}
