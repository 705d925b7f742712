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

    @Option(
        help: ArgumentHelp(
            "The folder of the prompts.",
            discussion: "Default: $HEADSHOT_PROMPTS, else those installed with the program.",
            valueName: "folder"), completion: .directory)
    var prompts: String?

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let configuration = try settings.configuration()
        let folder = try configuration.promptsFolder(prompts)
        let composer = try configuration.prompts(prompts)
        let styles = Style.all.filter { style in
            style.angle == angle ?? style.angle
                && style.background == background ?? style.background
        }
        try Output.print(
            PromptsAnswer(composer, styles: styles, folder: folder), asJSON: output.json)
    }
}
