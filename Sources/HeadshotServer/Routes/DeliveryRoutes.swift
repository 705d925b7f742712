import Answers
import Foundation
import Hummingbird
import JobQueue
import Setup

/// The routes about deliveries that are still to be sent to a space's webhook.
struct DeliveryRoutes: Sendable {
    let session: Session

    /// The most deliveries of one answer.
    private static let most = 200

    func add(to routes: Routes) {
        routes.add(.get, "/v1/deliveries", .space(.reads, scope: .operate)) { _, _, caller in
            let deliveries = try await session.store.undelivered(
                of: caller.space, limit: Self.most)
            return try Response.json(["deliveries": deliveries.map(DeliveryResource.init)])
        }
        routes.add(.post, "/v1/deliveries/{id}/send", .space(.changes)) { _, context, caller in
            let now = session.configuration.environment.now
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
