import Foundation
import Hummingbird
import JobQueue
import Setup

/// The route by which RevenueCat tells of subscriptions.
///
/// It shows a token of its own, which opens nothing else. Events that came before change nothing, nor do those that are
/// older than what is known, and those of other kinds.
struct StoreRoutes: Sendable {
    let session: Session

    func add(to routes: Routes) {
        routes.add(.post, "/v1/webhooks/revenuecat/{space}", .store) {
            try await take($0, $1, $2)
        }
    }

    private func take(
        _ request: Request, _ context: ServerContext, _ caller: Caller
    ) async throws -> Response {
        let space = caller.space
        guard context.parameters.get("space") == space.rawValue else { throw Refusal.notFound }
        let event = try await RequestBytes.decode(StoreMessage.self, from: request).event
        let counts = event.environment != "SANDBOX" || caller.settings.plans.sandboxPurchases
        let news = StoreNews(
            id: event.id, moment: Date(milliseconds: event.eventTimestampMs),
            change: counts ? event.change(in: space) : .none)
        try await session.store.take(news, for: space)
        return Response(status: .ok)
    }
}

/// What RevenueCat sends.
///
/// See https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields.
private struct StoreMessage: Decodable, Sendable {
    let event: Event

    struct Event: Decodable, Sendable {
        let id: String
        let type: String
        let eventTimestampMs: Double
        let appUserId: String?
        /// Other ids of the same person.
        let aliases: [String]?
        let periodType: String?
        let expirationAtMs: Double?
        let productId: String?
        let environment: String?
        let transferredFrom: [String]?
        let transferredTo: [String]?

        /// What it changes.
        func change(in space: Space) -> StoreNews.Change {
            func persons(_ ids: [String]?) -> [Person] {
                // The store makes up ids, too, of which no app knows.
                (ids ?? []).compactMap { try? Person(requested: $0, in: space) }
            }
            if type == "TRANSFER" {
                return .moves(from: persons(transferredFrom), to: persons(transferredTo))
            }
            let ids = [appUserId].compactMap(\.self) + (aliases ?? [])
            guard let person = persons(ids).first else { return .none }
            let expires = expirationAtMs.map { Date(milliseconds: $0) }
            switch type {
            case "INITIAL_PURCHASE", "RENEWAL", "UNCANCELLATION", "PRODUCT_CHANGE",
                "SUBSCRIPTION_EXTENDED":
                let plan: Plan = periodType == "TRIAL" ? .trial : .pro
                return .sets(Entitlement(plan, expires: expires), of: person)
            case "NON_RENEWING_PURCHASE" where productId?.contains("streak_freeze") == true:
                return .givesFreeze(to: person)
            case "EXPIRATION": return .sets(.none, of: person)
            // After a cancellation, the plan goes on to its end.
            default: return .none
            }
        }
    }
}

extension Date {
    /// A time of a store.
    fileprivate init(milliseconds: Double) { self.init(timeIntervalSince1970: milliseconds / 1000) }
}
