import PromptFactory
import Setup

/// Checks whether the prompts are there and valid.
enum PromptChecks {
    static func run(_ configuration: Configuration, folder: String?) -> Check {
        do {
            let composer = try configuration.prompts(folder)
            return .ok(
                "prompts",
                "version \(composer.version) in \(try configuration.promptsFolder(folder))")
        } catch {
            return .problem("prompts", error)
        }
    }
}
