import Answers
import Setup

/// Checks whether the models are installed and the right ones.
enum ModelChecks {
    /// The models for the decoders, and the check of them.
    static func run(
        _ configuration: Configuration, _ options: ModelOptions
    ) -> (models: Models?, check: Check) {
        do {
            let models = try configuration.models(options.models)
            return (models, check(models))
        } catch {
            return (nil, .problem("models", error))
        }
    }

    static func check(_ models: Models) -> Check {
        switch models {
        case .ready(_, let folder): .ok("models", "in \(folder)")
        // The user switched them off.
        case .off: .ok("models", "switched off. \(ModelWords.consequence)")
        case .absent:
            .warning("models", "not installed. \(ModelWords.consequence)", remedy: Models.remedy)
        case .damaged(let error):
            .warning("models", UserMessage(error).sentence, remedy: Models.remedy)
        }
    }
}
