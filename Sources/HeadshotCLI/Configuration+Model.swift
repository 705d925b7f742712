import Answers
import HeadshotWorker
import JobQueue

extension Configuration {
    /// The model that jobs of a queue will be asked of.
    func expectedModel(_ store: JobStore, _ options: ProviderOptions? = nil) async throws
        -> ExpectedModel
    {
        let chosen = try await store.models(of: ProviderKind.gemini.rawValue).chosen
        return ExpectedModel(named: try model(options), chosen: chosen)
    }
}

extension Session {
    /// What a new job of a provider is told to cost; `nil` where no model is asked.
    func quote(for provider: ProviderKind, _ options: ProviderOptions? = nil) async throws
        -> Quote?
    {
        guard provider == .gemini else { return nil }
        return try await configuration.expectedModel(store, options).quote
    }
}
