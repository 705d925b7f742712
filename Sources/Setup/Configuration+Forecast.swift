package import Answers
package import HeadshotWorker
package import JobQueue

extension Configuration {
    /// What new headshots of one space will cost, and what they will wait for.
    ///
    /// - Parameters:
    ///   - newJobs: How many, by person.
    ///   - store: `nil` if there is no queue yet.
    package func forecast(
        _ newJobs: [Person: Int], by provider: ProviderKind, in store: JobStore?,
        asking overrides: ProviderOverrides = ProviderOverrides(),
        cap limits: CapOverrides = CapOverrides()
    ) async throws -> Forecast {
        let now = environment.now
        let cap = try cap(limits)
        var forecast = Forecast(
            newJobs: newJobs, provider: provider,
            model: ExpectedModel(
                named: try model(overrides.model),
                chosen: try await store?.models(of: ProviderKind.gemini.rawValue).chosen),
            isKeySet: try isKeySet(file: overrides.apiKeyFile), cap: cap)
        guard let store, provider == .gemini else { return forecast }
        forecast.waiting = try await store.waitingByPerson(provider: provider.rawValue)
        forecast.usage = try await store.usage(cap: cap, now: now)
        forecast.gate = try await store.gates().holding(provider.rawValue, at: now)
            .flatMap { GateWords($0, now: now) }
        if let space = newJobs.keys.first?.space {
            forecast.spaceBudget = try await store.record(of: space)?.settings.budget
        }
        return forecast
    }
}
