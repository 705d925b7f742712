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
extension Handlers {
    func addSpace(to routes: Routes) {
        routes.add(.get, "/v1/usage", .space(.reads)) { _, _, caller in
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
            let usage = try await people.usage(
                in: caller.space, of: caller.person, cap: cap, now: now)
            return try Response.json(Extended(usage, ["limits": limits]))
        }
        routes.add(.get, "/v1/gate", .space(.reads)) { _, _, _ in
            try .json(GateAnswer(try await session.store.gates(), now: now) { _ in nil })
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
