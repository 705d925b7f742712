import Ground
import CrashPoints
import Foundation
import JobQueue
import Transfer

/// Sends one delivery and writes what came of it.
struct Messenger: Sendable {
    let store: JobStore
    let environment: WorkerEnvironment
    let transport: CurlTransport

    /// Makes one attempt; one that is cancelled counts as none.
    func send(_ delivery: Delivery, to webhook: Webhook, key: ServeKey) async {
        let request = Self.request(delivery, webhook, key: key, now: environment.now())
        let exchange = await transport.carry(request, progress: { _ in })
        guard let answer = WebhookAnswer(exchange) else { return }
        CrashPoint.reach(.webhookSent)
        let outcome = DeliveryRule.outcome(
            of: answer, attempt: delivery.attempts + 1, now: environment.now(),
            chance: environment.chance())
        if await write(outcome, of: delivery, sentTo: webhook.url) {
            environment.report(.webhook(delivery.id, delivery.space, outcome))
        }
    }

    /// Tries until the disk takes it: what is not written would be sent again at once.
    ///
    /// - Returns: Whether it was written before the task was cancelled.
    private func write(
        _ outcome: DeliveryOutcome, of delivery: Delivery, sentTo url: WebhookURL
    ) async -> Bool {
        var patience = Patience(first: Self.pause, until: nil, environment.time)
        while true {
            do {
                try await store.settle(delivery, sentTo: url, outcome, now: environment.now())
                CrashPoint.reach(.deliverySettled)
                return true
            } catch {
                guard (try? await patience.sleep()) == true else { return false }
            }
        }
    }

    private static let pause: Duration = .seconds(5)

    /// The request of an attempt, by Standard Webhooks 1.0.
    static func request(
        _ delivery: Delivery, _ webhook: Webhook, key: ServeKey, now: Date
    ) -> HTTPRequest {
        let timestamp = Int(clamping: now.timeIntervalSince1970)
        let signatures = webhook.generations(at: now).map { generation in
            WebhookSecret(key, space: delivery.space, generation: generation)
                .signature(id: delivery.id, timestamp: timestamp, body: delivery.body)
        }
        return HTTPRequest(
            url: webhook.url.description,
            headers: [
                "content-type: application/json", "user-agent: headshot",
                "webhook-id: \(delivery.id)", "webhook-timestamp: \(timestamp)",
                "webhook-signature: \(signatures.joined(separator: " "))",
            ],
            body: Data(delivery.body.utf8), timeout: DeliveryRule.patience,
            answerLimit: longestAnswer, bypassesProxies: webhook.url.isLoopback,
            // On a connection that was kept, a receiver that closes it would fail the attempt.
            isAlone: true)
    }

    /// In bytes; it is not read.
    private static let longestAnswer = 65_536
}
