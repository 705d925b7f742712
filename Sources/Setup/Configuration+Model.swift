package import HeadshotWorker
package import JobQueue

extension Configuration {
    /// The model that will make a provider's jobs of a queue.
    ///
    /// - Parameter store: `nil` if there is no queue yet.
    package func expectedModel(
        _ store: JobStore?, _ overrides: ProviderOverrides = ProviderOverrides()
    ) async throws -> ExpectedModel {
        let provider = overrides.provider
        let chosen = try await store?.models(of: provider.rawValue).chosen
        return ExpectedModel(of: provider, named: try model(overrides), chosen: chosen)
    }

    /// The provider that is asked where none is named, if it is one that asks a model.
    ///
    /// A wrong setting is reported by the commands that need it.
    package var usualPaidProvider: ProviderKind {
        let usual = try? providerKind(nil)
        return usual.flatMap { $0.isPaid ? $0 : nil } ?? .gemini
    }
}

extension Session {
    /// The quote for a new job of a provider; `nil` if no model is asked.
    ///
    /// - Parameter named: The model that the user named for it.
    package func quote(for provider: ProviderKind, named: String? = nil) async throws
        -> Quote?
    {
        guard provider.isPaid else { return nil }
        return try await configuration.expectedModel(
            store, ProviderOverrides(of: provider, model: named)
        ).quote
    }

    /// The models that will make the jobs of all providers that ask one.
    package func expectedModels() async throws -> [ProviderKind: String] {
        var models: [ProviderKind: String] = [:]
        for kind in ProviderKind.paid {
            models[kind] =
                try await configuration.expectedModel(store, ProviderOverrides(of: kind)).name
        }
        return models
    }

    /// The quotes for new jobs of all providers that ask a model.
    package func quotes() async throws -> [ProviderKind: Quote] {
        var quotes: [ProviderKind: Quote] = [:]
        for provider in ProviderKind.paid { quotes[provider] = try await quote(for: provider) }
        return quotes
    }
}
