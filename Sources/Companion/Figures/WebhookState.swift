package import Foundation
package import JobQueue

/// What became of a space's webhook.
package struct WebhookState: Sendable, Equatable {
    /// The space.
    package let space: Space
    /// Its webhook; `nil` if it has none any more.
    package let webhook: Webhook?
    /// How many deliveries are still to be sent.
    package let pending: Int
    /// How many were given up.
    package let failed: Int
    /// When the first of those that are still to be sent is due; `nil` without one.
    package let firstDue: Date?
    /// What came of the latest attempt among those that are not delivered; `nil` if there was none.
    package let lastFailure: LastFailure?

    /// An attempt that failed.
    package struct LastFailure: Sendable, Equatable {
        /// When it was made.
        package let at: Date
        /// The status of the answer; `nil` without one.
        package let status: Int?
        /// A stable code: `status`, or why there was no answer.
        package let reason: String
    }
}

extension JobStore {
    /// What became of all webhooks, by the names of their spaces; spaces that never had one are left out.
    package nonisolated func webhooks() async throws(JobQueueError) -> [WebhookState] {
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
}
