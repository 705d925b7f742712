import Answers
import PromptFactory

/// Prompts as they are sent.
struct PromptsAnswer: CommandAnswer {
    /// One prompt.
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

    /// The prompts as text for people.
    var text: String {
        prompts.map { "\($0.style), version \($0.version)\n\n\($0.text)" }
            .joined(separator: "\n\n")
    }
}
