import Answers
import HeadshotWorker
import Setup

// Options as settings that override the environment.

extension CapOptions {
    var overrides: CapOverrides {
        CapOverrides(dailyCap: dailyCap, maxSpendPerDay: maxSpendPerDay, timeZone: timeZone)
    }
}

extension ProviderOptions {
    var overrides: ProviderOverrides { overrides(of: .gemini) }

    /// The options as those of the provider that a command asks.
    func overrides(of provider: ProviderKind) -> ProviderOverrides {
        ProviderOverrides(
            of: provider, model: model, baseURL: baseURL, apiKeyFile: apiKeyFile)
    }
}

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
