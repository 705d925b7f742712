public import Foundation

extension JobStore {
    /// Sets or ends a space's webhook, and gives up what is then still to be sent; returns whether its secret is new.
    static func setWebhook(
        _ url: WebhookURL?, of space: Space, now: Date, _ tx: any QueueTransaction
    ) throws -> Bool {
        let old = try record(of: space, tx)?.webhook
        let isSecretNew = url != nil && old == nil
        try tx.run(
            """
            UPDATE space SET webhook = ?, webhook_refused_at = NULL,
                webhook_secret = webhook_secret + ? WHERE name = ?
            """, [url?.description, isSecretNew ? 1 : 0, space.rawValue])
        if url == nil {
            try tx.run("UPDATE space SET webhook_overlap = NULL WHERE name = ?", [space.rawValue])
            try giveUpDeliveries(of: space, reason: "ended", now: now, tx)
        }
        return isSecretNew
    }

    /// Gives a space's webhook a new secret; the one before signs beside it for a while.
    ///
    /// - Returns: The webhook; `nil` if there is none.
    public func rotateWebhook(
        of space: Space, overlap: Date
    ) throws(JobQueueError) -> Webhook? {
        try write { tx in
            try tx.run(
                """
                UPDATE space SET webhook_secret = webhook_secret + 1, webhook_overlap = ?
                WHERE name = ? AND webhook IS NOT NULL
                """, [overlap.milliseconds, space.rawValue])
            return try Self.record(of: space, tx)?.webhook
        }
    }

    static func giveUpDeliveries(
        of space: Space, reason: String, now: Date, _ tx: any QueueTransaction
    ) throws {
        try tx.run(
            """
            UPDATE delivery SET state = 'failed', last_failure = ?, done_at = ?
            WHERE state <> 'delivered' AND space = ? AND state = 'pending'
            """, [reason, now.milliseconds, space.rawValue])
    }

    /// The webhooks of all spaces, also of those that have none.
    static func allWebhooks(_ tx: any QueueTransaction) throws -> [QueueRow] {
        try tx.rows(
            """
            SELECT name, webhook, webhook_secret, webhook_overlap, webhook_refused_at,
                webhook_successes, webhook_failures FROM space
            """)
    }

    /// Gives the spaces of this queue the webhooks that they have in another: a secret that was replaced after a backup
    /// stays replaced.
    static func replaceWebhooks(by rows: [QueueRow], _ tx: any QueueTransaction) throws {
        for row in rows {
            let columns = row.columns.map { "\($0) = ?" }.joined(separator: ", ")
            // The first column is the name.
            try tx.run("UPDATE space SET \(columns) WHERE name = ?1", row.values.map { $0 })
        }
    }
}
