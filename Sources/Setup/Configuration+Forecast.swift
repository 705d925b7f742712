package import Answers
package import HeadshotWorker
package import JobQueue

extension Configuration {
    /// What new headshots of one space will cost, and what they will wait for.
    ///
    /// - Parameters:
    ///   - newJobs: How many, by person.
    ///   - store: `nil` if there is no queue yet.
    ///   - cap: The limits of the queue.
    package func forecast(
        _ newJobs: [Person: Int], by provider: ProviderKind, in store: JobStore?,
        asking overrides: ProviderOverrides = ProviderOverrides(),
        limits cap: DailyCap
    ) async throws -> Forecast {
        let now = environment.now
        // This machine needs no key; the job records whether a model could be asked.
        let asked = overrides.of(provider.isPaid ? provider : .gemini)
        var forecast = Forecast(
            newJobs: newJobs, provider: provider,
            model: ExpectedModel(
                of: asked.provider, named: try model(asked),
                chosen: try await store?.models(of: asked.provider.rawValue).chosen),
            isKeySet: try provider.isPaid
                ? isKeySet(asked) : !keyedProviders(overrides.of(.gemini)).isEmpty, cap: cap)
        guard let store, provider.isPaid else { return forecast }
        forecast.waiting = try await store.waitingByPerson(provider: provider.rawValue)
        forecast.usage = try await store.usage(counting: .headshot, cap: cap, now: now)
        forecast.gate = try await store.gates().holding(provider.rawValue, at: now)
            .flatMap { GateWords($0, now: now) }
        if let space = newJobs.keys.first?.space {
            forecast.spaceBudget = try await store.record(of: space)?.settings.budget
        }
        return forecast
    }
}
