import Answers
import Companion
import Hashing
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import People
import PromptFactory
import Setup
import Validation

/// The routes about a space as a whole.
extension Handlers {
    func addSpace(to routes: Routes) {
        routes.add(.get, "/v1/usage", .space(.reads)) { request, _, caller in
            let page = try PageQuery(request.query)
            var cap = try await session.keptLimits
            // The budget for all is the operator's business.
            cap.spend = caller.settings.budget
            // What of the free work of a day is used.
            let limits =
                if let person = caller.person {
                    try await people.usedLimits(of: person, in: caller.record)
                } else {
                    try await people.usedLimits(of: caller.record)
                }
            let now = now
            guard caller.person == nil else {
                let usage = try await people.usage(
                    in: caller.space, of: caller.person, cap: cap, now: now)
                return try Response.json(Extended(usage, ["limits": limits]))
            }
            let last = try page.after.map { try Person(requested: $0, in: caller.space) }
            let found = try await people.usagePage(
                in: caller.space, after: last, limit: page.limit, cap: cap, now: now)
            let usage = try await people.usage(
                in: caller.space, of: nil, people: found.people, cap: cap, now: now)
            let next = found.isLast ? nil : found.people.last?.person?.rawValue
            return try Response.json(
                Extended(
                    Extended(usage, ["limits": limits]), ["next": next].compactMapValues(\.self)))
        }
        routes.add(.get, "/v1/gate", .space(.reads)) { _, _, _ in
            try .json(GateAnswer(try await session.store.gates(), now: now))
        }
        routes.add(.get, "/v1/styles", .offer()) { _, _, caller in
            let provider = caller.settings.provider
            let asked = ProviderKind(rawValue: provider).flatMap { $0.isPaid ? $0 : nil }
            let model = try await session.configuration.expectedModel(
                session.store, ProviderOverrides(of: asked ?? .gemini))
            let cap = try await session.keptLimits
            return try Response.json(
                StylesAnswer(
                    provider: provider, model: model, cap: cap,
                    limits: caller.settings.photoLimits))
        }
    }
}

/// The routes about deliveries that are still to be sent to a space's webhook.
extension Handlers {
    func addDeliveries(to routes: Routes) {
        routes.add(.get, "/v1/deliveries", .space(.reads, scope: .operate)) { _, _, caller in
            let deliveries = try await session.store.undelivered(
                of: caller.space, limit: PageQuery.most)
            return try Response.json(["deliveries": deliveries.map(DeliveryResource.init)])
        }
        routes.add(.post, "/v1/deliveries/{id}/send", .space(.changes)) { _, context, caller in
            let result = try await session.store.sendAgain(
                context.parameters.get("id") ?? "", of: caller.space, now: now)
            switch result {
            case .pending(let delivery):
                return try Response.json(DeliveryResource(delivery), status: .accepted)
            case .noWebhook: throw Refusal.webhookMissing
            case .notFound: throw Refusal.notFound
            }
        }
    }
}

/// The route that describes all routes, as OpenAPI; it needs no token.
extension Handlers {
    func addDocument(to routes: Routes) {
        let document = String(decoding: PackageResources.openapi_json, as: UTF8.self)
        routes.add(.get, "/v1/openapi.json", .open) { _, _, _ in
            .text(document, as: "application/json")
        }
    }
}

/// What can be ordered, and within which limits, so that no client needs a copy of either.
private struct StylesAnswer: Encodable {
    let styles: [String]
    let provider: String
    /// Absent if no model is asked.
    let model: String?
    /// Of one headshot; absent if it is unknown.
    let priceMicroUSD: Int?
    let dailyCap: Int
    let photo: Photo

    struct Photo: Encodable {
        let formats: [String]
        let mostBytes: Int
        let leastSide: Int
        let mostSide: Int
        /// Absent where the sides alone decide.
        let mostPixels: Int?
    }

    init(provider: String, model: ExpectedModel, cap: DailyCap, limits: PhotoLimits) {
        styles = Style.all.map(\.name)
        self.provider = provider
        let isPaid = provider != ProviderKind.local.rawValue
        self.model = isPaid ? model.name : nil
        priceMicroUSD = isPaid ? model.price : 0
        dailyCap = cap.charges
        photo = Photo(
            formats: limits.formats.map(\.rawValue), mostBytes: limits.byteCount.upperBound,
            leastSide: limits.side.lowerBound, mostSide: limits.side.upperBound,
            mostPixels: limits.pixelCount == .max ? nil : limits.pixelCount)
    }
}

/// The route that counts for an operator how many people come back.
extension Handlers {
    func addFigures(to routes: Routes) {
        routes.add(.get, "/v1/metrics", .space(.reads)) { request, _, caller in
            let settings = caller.settings
            let clock = try await people.clock(for: Preferences(), in: settings)
            var query = request.query
            let first = try query.take("from").map { try LocalDay(requested: $0, as: "from") }
            let last = try query.take("to").map { try LocalDay(requested: $0, as: "to") }
            try query.end()
            // The last ones whose seventh day is over.
            let to = last ?? clock.today.adding(days: -Self.daysUntilKnown)
            let from = first ?? to.adding(days: -Self.usualDays)
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
