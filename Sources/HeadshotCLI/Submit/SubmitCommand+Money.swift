import Answers
import Ground
import HeadshotWorker
import JobQueue
import Setup

extension SubmitCommand {
    /// Prints what new jobs cost and what they wait for; returns `nil` if there are none.
    ///
    /// - Parameter session: `nil` if no queue exists yet.
    func printForecast(
        _ newJobs: [Person: Int], _ provider: ProviderKind, _ configuration: Configuration,
        _ session: Session?
    ) async throws -> Forecast? {
        guard !newJobs.isEmpty else { return nil }
        guard !kind.isAnalysis else {
            note("\(RequestCost.words(ofAnalyses: newJobs.values.reduce(0, +))).")
            return nil
        }
        let now = configuration.environment.now
        let limits =
            if let session { try await session.limits() } else {
                try configuration.limitsOfNewQueue(cap.overrides)
            }
        let asked = service.overrides(of: provider)
        var forecast = try await Forecast(
            reading: newJobs, by: provider, in: session?.store,
            model: configuration.expectedModel(
                session?.store, asked.of(provider.isPaid ? provider : .gemini)),
            isKeySet: configuration.hasKey(for: provider, asked), limits: limits, now: now)
        let backdrop = try configuration.backdrop(style.backdrop, for: provider)
        if provider == .local, backdrop != .own {
            forecast.lacksModels = try lacksModels(configuration)
        }
        for line in forecast.lines(now: now) { note(line) }
        return forecast
    }

    /// Whether the models are not installed; warns of damaged ones, unless the analysis of the photos did.
    private func lacksModels(_ configuration: Configuration) throws -> Bool {
        let found = try configuration.models(models.models)
        if case .absent = checkOnly ? found : found.warned() { return true }
        return false
    }

    /// Whether the jobs may be queued at their cost: it is within `--max-cost`, and on a terminal the user agrees.
    func isAccepted(_ forecast: Forecast?) throws -> Bool {
        guard let forecast else { return true }
        if let limit = maxCost?.microUSD {
            guard let cost = forecast.cost else {
                let model = forecast.model.name
                throw UserMessage(
                    .tryLater, "cost_unknown",
                    "The price of \(model) is unknown, so --max-cost cannot be kept; nothing was queued.",
                    "Name another --model, or leave --max-cost out.")
            }
            guard cost <= limit else {
                throw UserMessage(
                    .tryLater, "cost_too_high",
                    """
                    The new jobs (\(forecast.count)) would cost about \(MoneyWords.dollars(cost)), more than \
                    \(MoneyWords.dollars(limit)); nothing was queued.
                    """, "Hand in fewer photos or styles, or raise --max-cost.")
            }
        }
        guard !checkOnly, !yes, Confirmation.isPossible,
            forecast.cost.map({ $0 > RequestCost.freelySpent }) ?? true
        else { return true }
        let sum = forecast.cost.map { "about \(MoneyWords.dollars($0))" } ?? "an unknown sum"
        guard try Confirmation.ask("Queue \(forecast.count) jobs for \(sum)?") else {
            note("Nothing was queued.")
            return false
        }
        return true
    }
}
