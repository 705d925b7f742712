import Answers
import HeadshotWorker
import Setup

extension PhotoAnalyzer {
    /// An analyzer set up by options; warns of models that cannot be used.
    init(
        _ configuration: Configuration, _ isolation: IsolationOptions, _ models: ModelOptions,
        varies: Bool = false, withPictures: Bool = false
    ) throws {
        let models = try configuration.models(models.models).warned()
        self.init(
            try configuration.decoder(isolation.isolation, models),
            chance: configuration.environment.worker().chance, varies: varies,
            withPictures: withPictures)
    }
}
