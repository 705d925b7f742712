package import Foundation
package import HeadshotWorker
package import JobQueue

extension Session {
    /// Adds a space with its texts, its webhook and its first token, all or nothing.
    ///
    /// - Returns: The secret of its webhook, if it has one; `nil` if the space exists.
    package func create(
        _ space: Space, _ settings: SpaceSettings, words: String?, webhook: WebhookURL?,
        token: NewToken
    ) async throws -> (record: SpaceRecord, secret: WebhookSecret?)? {
        // On the disk before anything can be signed with it.
        let key = try await webhook == nil ? nil : serveKey()
        let record = try await store.create(
            space, settings, words: words, webhook: webhook, token: token, now: now)
        return record.map { record in
            (record, key.flatMap { Self.secret(of: record, $0) })
        }
    }

    /// Changes a space, all or nothing.
    ///
    /// - Returns: The secret of its webhook, if that is a new one; `nil` if there is no such space.
    package func change(
        _ space: Space, words: SettingChange<String>, webhook: SettingChange<WebhookURL>,
        _ body: @Sendable (inout SpaceSettings) -> Void
    ) async throws -> (record: SpaceRecord, secret: WebhookSecret?)? {
        var key: ServeKey?
        if case .set(.some) = webhook { key = try await serveKey() }
        let changed = try await store.change(space, words: words, webhook: webhook, now: now, body)
        return changed.map { changed in
            let secret =
                changed.isSecretNew ? key.flatMap { Self.secret(of: changed.record, $0) } : nil
            return (changed.record, secret)
        }
    }

    private func serveKey() async throws -> ServeKey {
        try await ServeKey.obtain(home, random: configuration.environment.randomBytes)
    }

    private static func secret(of record: SpaceRecord, _ key: ServeKey) -> WebhookSecret? {
        record.webhook.map {
            WebhookSecret(key, space: record.space, generation: $0.generation)
        }
    }

    /// Gives a space's webhook a new secret; `nil` if it has no webhook.
    ///
    /// - Parameter overlap: Until when the secret before signs, too.
    package func rotateWebhook(
        of space: Space, overlap: Date
    ) async throws -> WebhookSecret? {
        let key = try await serveKey()
        return try await store.rotateWebhook(of: space, overlap: overlap).map {
            WebhookSecret(key, space: space, generation: $0.generation)
        }
    }
}
