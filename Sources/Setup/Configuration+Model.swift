package import Answers
package import HeadshotWorker
package import JobQueue

extension Configuration {
    /// The model that will make the jobs of a queue.
    package func expectedModel(_ store: JobStore, named: String? = nil) async throws
        -> ExpectedModel
    {
        let chosen = try await store.models(of: ProviderKind.gemini.rawValue).chosen
        return ExpectedModel(named: try model(named), chosen: chosen)
    }
}

extension Session {
    /// The quote for a new job of a provider; `nil` if no model is asked.
    package func quote(for provider: ProviderKind, named: String? = nil) async throws
        -> Quote?
    {
        guard provider == .gemini else { return nil }
        return try await configuration.expectedModel(store, named: named).quote
    }
}
