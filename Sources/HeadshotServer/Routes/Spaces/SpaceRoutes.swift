import Answers
import Companion
import Foundation
import HeadshotWorker
import Hummingbird
import JobQueue
import PromptFactory
import Setup
import Validation

/// The routes about a space as a whole.
struct SpaceRoutes: Sendable {
    let session: Session

    func add(to routes: Routes) {
        routes.add(.get, "/v1/usage", .space(.reads)) { _, _, caller in
            let now = session.configuration.environment.now
            var cap = try await session.keptLimits
            // The budget for all is the operator's business.
            cap.spend = caller.settings.budget
            let record = caller.access.space
            let limits =
                if let person = caller.person {
                    try await session.people.usedLimits(of: person, in: record)
                } else {
                    try await session.people.usedLimits(of: record)
                }
            return try Response.json(
                SpaceUsage(
                    usage: try await session.people.usage(
                        in: caller.space, of: caller.person, cap: cap, now: now),
                    limits: limits))
        }
        routes.add(.get, "/v1/gate", .space(.reads)) { _, _, _ in
            let gates = try await session.store.gates()
            let now = session.configuration.environment.now
            return try Response.json(GateAnswer(gates, now: now))
        }
        routes.add(.get, "/v1/styles", .offer()) { _, _, caller in
            let provider = caller.settings.provider
            let asked = ProviderKind(rawValue: provider).flatMap { $0.isPaid ? $0 : nil }
            let model = try await session.configuration.expectedModel(
                session.store, ProviderOverrides(of: asked ?? .gemini))
            let cap = try await session.keptLimits
            return try Response.json(StylesAnswer(provider: provider, model: model, cap: cap))
        }
    }
}

/// The usage of a space or a person, with what of the free work of a day is used.
private struct SpaceUsage: Encodable {
    let usage: UsageAnswer
    let limits: LimitsAnswer

    func encode(to encoder: any Encoder) throws {
        try usage.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(limits, forKey: .limits)
    }

    private enum CodingKeys: CodingKey { case limits }
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
    }

    init(provider: String, model: ExpectedModel, cap: DailyCap) {
        styles = Style.all.map(\.name)
        self.provider = provider
        let isPaid = provider != ProviderKind.local.rawValue
        self.model = isPaid ? model.name : nil
        priceMicroUSD = isPaid ? model.price : 0
        dailyCap = cap.charges
        let limits = PhotoLimits.standard
        photo = Photo(
            formats: limits.formats.map(\.rawValue), mostBytes: limits.byteCount.upperBound,
            leastSide: limits.side.lowerBound, mostSide: limits.side.upperBound)
    }
}
