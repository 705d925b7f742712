import Companion
import Foundation
import Hummingbird
import JobQueue
import Setup

/// The route that takes RevenueCat's events.
///
/// Its token opens nothing else. Events that came before change nothing, nor do those that are older than what is known,
/// and those of other types.
extension Handlers {
    func addPurchases(to routes: Routes) {
        routes.add(.post, "/v1/webhooks/revenuecat/{space}", .store) {
            try await take($0, $1, $2)
        }
    }

    private func take(
        _ request: Request, _ context: ServerContext, _ caller: Caller
    ) async throws -> Response {
        let space = caller.space
        guard context.parameters.get("space") == space.rawValue else { throw Refusal.notFound }
        let message = try await RequestBytes.decode(RevenueCatMessage.self, from: request)
        let counts = !message.event.isSandbox || caller.settings.plans.sandboxPurchases
        try await session.store.take(
            message.event.storeEvent(in: space, counts: counts), for: space)
        return Response(status: .ok)
    }
}
