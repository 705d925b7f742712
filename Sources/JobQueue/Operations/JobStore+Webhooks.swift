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

    /// What became of all webhooks, by the names of their spaces; spaces that never had one are left out.
    public nonisolated func webhooks() async throws(JobQueueError) -> [WebhookState] {
        try await read { tx in
            let counts = try tx.rows(
                """
                SELECT space, state, count(*) AS n, min(due_at) AS due FROM delivery
                WHERE state <> 'delivered' GROUP BY space, state
                """)
            return try tx.spaces(where: "webhook_secret > 0").map { record in
                let own = counts.filter { $0["space"] == record.space.rawValue }
                let pending = own.first { $0["state"] == Delivery.State.pending.rawValue }
                let failed = own.first { $0["state"] == Delivery.State.failed.rawValue }
                return WebhookState(
                    space: record.space, webhook: record.webhook, pending: pending?["n"] ?? 0,
                    failed: failed?["n"] ?? 0, firstDue: pending?.optionalDate("due"),
                    lastFailure: try Self.lastFailure(of: record.space, tx))
            }
        }
    }

    private static func lastFailure(
        of space: Space, _ tx: any QueueTransaction
    ) throws -> WebhookState.LastFailure? {
        try tx.row(
            """
            SELECT tried_at, last_status, last_failure FROM delivery
            WHERE state <> 'delivered' AND space = ? AND tried_at IS NOT NULL
                AND last_failure IS NOT NULL
            ORDER BY tried_at DESC LIMIT 1
            """, [space.rawValue]
        ).map { row in
            WebhookState.LastFailure(
                at: try row.date("tried_at"), status: row["last_status"],
                reason: try row.required("last_failure"))
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
