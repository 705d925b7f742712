import Answers
import Ground
import HeadshotWorker
import JobQueue
import Setup

extension SubmitCommand {
    /// Leaves out the photos for which `--max-cost` does not suffice, and names them, with `--as-many-as-fit`.
    ///
    /// Where it suffices for none, or the price is unknown, ``isAccepted(_:)`` says so.
    func leaveOutWhatDoesNotFit(of plan: inout IntakePlan, _ quote: Quote?) {
        guard money.asManyAsFit, let limit = money.maxCost?.microUSD, let price = quote?.price,
            price <= limit
        else { return }
        let whole = plan.new.count
        plan.leaveOut(beyond: limit, price: price)
        guard !plan.leftOut.isEmpty else { return }
        for photo in plan.leftOut { note("Left out: \(photo.printable)") }
        note(
            """
            \(MoneyWords.dollars(limit)) pays for \(whole - plan.leftOut.count) of \(whole) new photos; the others are left \
            out (\(plan.leftOut.count)).
            """)
    }

    /// Prints what new jobs cost and what they wait for; returns `nil` if there are none.
    ///
    /// - Parameters:
    ///   - session: `nil` if no queue exists yet.
    ///   - hasLooked: Whether the photos were looked at, which warns of damaged models.
    func printForecast(
        _ newJobs: [Person: Int], _ provider: ProviderKind, _ reason: ProviderReason,
        _ configuration: Configuration, _ session: Session?, hasLooked: Bool
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
        forecast.reason = reason
        let backdrop = try style.backdrop(for: provider, configuration)
        if provider == .local, backdrop != .own {
            let found = try configuration.models(models.models)
            if case .absent = hasLooked ? found : found.warned() { forecast.lacksModels = true }
        }
        for line in forecast.lines(now: now) { note(line) }
        return forecast
    }

    /// Whether the jobs may be queued at their cost: it is within `--max-cost`, and on a terminal the user agrees.
    func isAccepted(_ forecast: Forecast?) throws -> Bool {
        guard let forecast else { return true }
        if let limit = money.maxCost?.microUSD {
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
                    """,
                    money.asManyAsFit
                        // It was used, and left nothing out, since not even one fits.
                        ? "Raise --max-cost: it pays for no headshot."
                        : "Hand in fewer photos or styles, or raise --max-cost; --as-many-as-fit takes some of them."
                )
            }
        }
        guard !checkOnly, !money.yes, Confirmation.isPossible,
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
