package import Foundation
package import HeadshotWorker
package import JobQueue

extension Session {
    /// Sets or ends a space's webhook.
    ///
    /// - Returns: Its secret, if that is a new one.
    package func setWebhook(
        _ url: WebhookURL?, of space: Space
    ) async throws -> WebhookSecret? {
        let now = configuration.environment.now
        guard let url else {
            _ = try await store.setWebhook(nil, of: space, now: now)
            return nil
        }
        // On the disk before anything can be signed with it.
        let key = try await ServeKey.obtain(home, random: configuration.environment.randomBytes)
        guard let set = try await store.setWebhook(url, of: space, now: now), set.isSecretNew else {
            return nil
        }
        return WebhookSecret(key, space: space, generation: set.webhook.generation)
    }

    /// Gives a space's webhook a new secret; `nil` if it has no webhook.
    ///
    /// - Parameter overlap: Until when the secret before signs, too.
    package func rotateWebhook(
        of space: Space, overlap: Date
    ) async throws -> WebhookSecret? {
        let key = try await ServeKey.obtain(home, random: configuration.environment.randomBytes)
        return try await store.rotateWebhook(of: space, overlap: overlap).map {
            WebhookSecret(key, space: space, generation: $0.generation)
        }
    }
}
