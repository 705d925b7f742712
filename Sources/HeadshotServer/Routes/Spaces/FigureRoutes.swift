import Companion
import Foundation
import Ground
import Hummingbird
import JobQueue

/// The route that counts for an operator how many people come back.
extension Handlers {
    func addFigures(to routes: Routes) {
        routes.add(.get, "/v1/metrics", .space(.reads)) { request, _, caller in
            let settings = caller.settings
            let clock = try await people.clock(for: Preferences(), in: settings)
            let query = request.uri.queryParameters
            func day(_ name: String) throws -> LocalDay? {
                try query[Substring(name)].map { try LocalDay(requested: $0, as: name) }
            }
            // The last ones whose seventh day is over.
            let to = try day("to") ?? clock.today.adding(days: -Self.daysUntilKnown)
            let from = try day("from") ?? to.adding(days: -Self.usualDays)
            guard from <= to else { throw Refusal.malformed("'from' comes after 'to'.") }
            let figures = try await people.store.figures(
                of: caller.space, met: from.start(in: clock.zone)..<to.end(in: clock.zone),
                streak: Self.longStreak, now: clock.now)
            return try Response.json(
                FiguresAnswer(figures, from: from, to: to, of: settings))
        }
    }

    private static let daysUntilKnown = 8
    /// Four weeks with the last day.
    private static let usualDays = 27
    /// In days.
    private static let longStreak = 3
}

/// Counts of a space's people.
private struct FiguresAnswer: Encodable {
    let from: LocalDay
    let to: LocalDay
    let people: Int
    let newPeople: Int
    /// Of the new ones, those who came back on the seventh day after.
    let returnedOnDay7: Int
    let plans: [String: Int]
    /// People whose streak has three days or more; absent where there are none.
    let streaksOf3OrMore: Int?

    init(
        _ figures: SpaceFigures, from: LocalDay, to: LocalDay, of settings: SpaceSettings
    ) {
        self.from = from
        self.to = to
        people = figures.persons
        newPeople = figures.newcomers
        returnedOnDay7 = figures.returned
        plans = Dictionary(
            uniqueKeysWithValues: Plan.allCases.map { ($0.rawValue, figures.plans[$0] ?? 0) })
        streaksOf3OrMore = settings.features.contains(.routine) ? figures.longStreaks : nil
    }

    private enum CodingKeys: String, CodingKey {
        case from, to, people, newPeople, plans
        case returnedOnDay7 = "returned_on_day_7"
        case streaksOf3OrMore = "streaks_of_3_or_more"
    }
}
