import Answers
import HeadshotWorker
import Setup

extension PhotoAnalyzer {
    /// A looker set up by options; warns of models that cannot be used.
    init(
        _ configuration: Configuration, _ isolation: IsolationOptions, _ models: ModelOptions,
        varies: Bool = false
    ) throws {
        let models = try configuration.models(models.models).warned()
        self.init(
            try configuration.decoder(isolation.isolation, models),
            chance: configuration.environment.worker().chance, varies: varies)
    }
}
