import Companion
package import Foundation
import Generation
import Ground
package import HeadshotWorker
package import JobQueue

/// Why a provider makes new headshots.
package enum ProviderReason: Sendable {
    /// The order names it.
    case named
    /// The space of the order does.
    case ofSpace
    /// The settings do.
    case ofSettings
    /// The command has it for orders that name none.
    case usual
    /// None is named; a key is set, or no key is.
    case byKey

    func words(of provider: ProviderKind) -> String {
        switch self {
        case .named: "as asked for"
        case .ofSpace: "as the space is set up"
        case .ofSettings: "as set"
        case .usual: "the default"
        case .byKey: provider.isPaid ? "an API key is set" : "no API key is set"
        }
    }
}

/// What new jobs will cost, and what they will wait for.
package struct Forecast {
    /// How many jobs are new, by person.
    package let newJobs: [Person: Int]
    package let provider: ProviderKind
    /// Why it is this provider.
    package var reason = ProviderReason.byKey
    package let model: ExpectedModel
    package let isKeySet: Bool
    package let cap: DailyCap
    /// The most money a day of the new jobs' space, in millionths of a US dollar; `nil` if it has no limit.
    package var spaceBudget: Int?
    /// What is left of the space's budget in all; `nil` if it has none.
    package var spaceMoneyLeft: Int?
    /// Whether the models that cut people out are not installed.
    package var lacksModels = false
    /// How many jobs of the provider already wait, by person.
    package var waiting: [Person: Int] = [:]
    /// How many wait of all persons, and of the space's; `nil` if ``waiting`` has all of them.
    package var waitingOfAll: Int?
    package var waitingOfSpace: Int?
    /// What those with new jobs used today.
    package var usage: [Person?: Usage] = [:]
    /// The day's money of all together.
    package var spent = Money()
    /// The day's money of the new jobs' space.
    package var spentBySpace = Money()
    /// Why the gate is closed; `nil` while it is open.
    package var gate: GateWords?

    /// How many jobs are new.
    package var count: Int { newJobs.values.reduce(0, +) }

    /// The cost of the new jobs, in millionths of a US dollar; `nil` if the price is unknown.
    package var cost: Int? { provider == .local ? 0 : model.price.map { $0 * count } }

    /// The smallest number of today's places that any of the persons has left, after waiting jobs.
    package var placesLeft: Int {
        newJobs.keys.map { max(0, cap.charges - taken(by: $0)) }.min() ?? cap.charges
    }

    /// What keeps the jobs from being done today, for people; empty if nothing does.
    package func delays(now: Date) -> [String] {
        guard provider.isPaid else { return [] }
        return (gate.map { [$0.sentence] } ?? []) + limitLines(now: now)
    }

    /// What the cap and the budgets keep from being done today.
    package func limitLines(now: Date) -> [String] {
        [
            capLine(now: now),
            budgetLine(
                cap.spend, daysWithinBudget, "The daily budget", "a day for all together", now: now),
            budgetLine(
                spaceBudget, daysWithinSpaceBudget, "The space's daily budget",
                "a day for the space", now: now),
            totalLine,
        ].compactMap(\.self)
    }

    /// The day on which the last job can be done; `nil` if the budget never pays for it.
    package func lastDay(now: Date) -> String? {
        guard provider.isPaid else { return cap.day(of: now) }
        guard let days = budgetDays, totalLine == nil else { return nil }
        return day(after: max(days, capDays), now: now)
    }

    /// How many the space's budget in all pays for; nil if it pays for all.
    private var totalLine: String? {
        guard let left = spaceMoneyLeft, let price = model.price, price > 0 else { return nil }
        let ahead = waitingOfSpace ?? waiting.values.reduce(0, +)
        let paid = max(0, left / price - ahead)
        guard paid < count else { return nil }
        return """
            \(MoneyWords.dollars(left)) is left of the space's budget in all: it pays for \(paid) of these, and the others \
            wait until it is raised.
            """
    }

    private func capLine(now: Date) -> String? {
        guard capDays > 0 else { return nil }
        let day = day(after: capDays, now: now)
        return "The cap is \(cap.charges) a person a day: the last is made on \(day) or later."
    }

    /// How a budget delays the waiting jobs; nil if it delays none.
    private func budgetLine(
        _ budget: Int?, _ days: Int?, _ name: String, _ extent: String, now: Date
    ) -> String? {
        guard let budget else { return nil }
        let sum = MoneyWords.dollars(budget)
        guard let days else {
            return "\(name) of \(sum) pays for no headshot: nothing is sent until it is raised."
        }
        guard days > 0 else { return nil }
        let day = day(after: days, now: now)
        return "The budget is \(sum) \(extent): the last is made on \(day) or later."
    }

    /// The places of a person that are taken today, or will be by waiting jobs.
    private func taken(by person: Person) -> Int {
        (usage[person]?.usedToday ?? 0) + (waiting[person] ?? 0)
    }

    /// In how many days every person's last job gets a place.
    private var capDays: Int {
        // By a cap of none, no number of days would be enough.
        newJobs.map { (taken(by: $0) + $1 - 1) / max(1, cap.charges) }.max() ?? 0
    }

    /// In how many days there is money for the last of all jobs; `nil` if there never is.
    private var budgetDays: Int? {
        guard let all = daysWithinBudget, let own = daysWithinSpaceBudget else { return nil }
        return max(all, own)
    }

    private var daysWithinBudget: Int? {
        days(within: cap.spend, spent, ahead: waitingOfAll) { _ in true }
    }

    private var daysWithinSpaceBudget: Int? {
        let spaces = Set(newJobs.keys.map(\.space))
        return days(within: spaceBudget, spentBySpace, ahead: waitingOfSpace) {
            spaces.contains($0.space)
        }
    }

    /// - Parameters:
    ///   - spent: If a price is unknown, so is the sum, and nothing more is spent that day.
    ///   - ahead: How many jobs wait; `nil` to count those in ``waiting``.
    private func days(
        within budget: Int?, _ spent: Money, ahead: Int?, counting isCounted: (Person) -> Bool
    ) -> Int? {
        guard let budget, let price = model.price, price > 0 else { return 0 }
        let daily = budget / price
        guard daily > 0 else { return nil }
        let left = budget - spent.known - spent.estimated - spent.unknown
        let today = spent.unpriced == 0 ? max(0, left / price) : 0
        let ahead = ahead ?? waiting.filter { isCounted($0.key) }.values.reduce(0, +)
        let all = ahead + count
        return all > today ? (all - today - 1) / daily + 1 : 0
    }

    private func day(after days: Int, now: Date) -> String {
        LocalDay(of: now, in: cap.timeZone).adding(days: days).description
    }
}

extension Forecast {
    /// Reads what new headshots of one space will cost, and what they will wait for.
    ///
    /// - Parameters:
    ///   - newJobs: How many, by person.
    ///   - store: `nil` if there is no queue yet.
    ///   - cap: The limits of the queue.
    package init(
        reading newJobs: [Person: Int], by provider: ProviderKind, in store: JobStore?,
        model: ExpectedModel, isKeySet: Bool, limits cap: DailyCap, now: Date
    ) async throws {
        self.init(newJobs: newJobs, provider: provider, model: model, isKeySet: isKeySet, cap: cap)
        guard let store, provider.isPaid else { return }
        waiting = try await store.waiting(ofEach: Set(newJobs.keys), provider: provider.rawValue)
        for person in newJobs.keys {
            usage[person] = try await store.usage(
                of: person, counting: .headshot, cap: cap, now: now)[person]
        }
        func today(_ space: Space?) async throws -> Money {
            try await store.usageByKind(in: space, cap: cap, now: now)
                .reduce(Money()) { $0 + $1.usage.today }
        }
        // Only a budget asks what others have used, and how many of their jobs wait.
        if cap.spend != nil {
            spent = try await today(nil)
            waitingOfAll = try await store.waitingCount(of: provider.rawValue)
        }
        gate = try await store.gates().holding(provider.rawValue, at: now)
            .flatMap { GateWords($0, now: now) }
        if let space = newJobs.keys.first?.space {
            spaceBudget = try await store.record(of: space)?.settings.budget
            spaceMoneyLeft = try await store.moneyLeft(of: space)
            if spaceBudget != nil { spentBySpace = try await today(space) }
            if spaceBudget != nil || spaceMoneyLeft != nil {
                waitingOfSpace = try await store.waitingCount(of: provider.rawValue, in: space)
            }
        }
    }
}

/// The forecast for programs.
package struct ForecastAnswer: Encodable, Equatable {
    package let jobs: Int
    package let provider: String
    /// Absent if no model is asked.
    package let model: String?
    package let modelSource: ExpectedModel.Source?
    /// The cost of one headshot and of all; absent if the price is unknown.
    package let priceMicroUSD: Int?
    package let costMicroUSD: Int?
    /// The fewest places that one of the persons has left today.
    package let placesLeft: Int?
    /// The day on which the last can be made; absent if a budget never pays for it.
    package let lastDay: String?

    package init(_ forecast: Forecast, now: Date) {
        let isPaid = forecast.provider.isPaid
        jobs = forecast.count
        provider = forecast.provider.rawValue
        model = isPaid ? forecast.model.name : nil
        modelSource = isPaid ? forecast.model.source : nil
        priceMicroUSD = isPaid ? forecast.model.price : 0
        costMicroUSD = forecast.cost
        placesLeft = isPaid ? forecast.placesLeft : nil
        lastDay = forecast.lastDay(now: now)
    }
}
