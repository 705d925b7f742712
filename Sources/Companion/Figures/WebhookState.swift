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
                "SELECT space, state, sum(deliveries) AS n FROM delivery_count GROUP BY space, state"
            )
            return try tx.spaces(where: "webhook_secret > 0").map { record in
                func count(_ state: Delivery.State) throws -> Int {
                    let row = counts.first {
                        $0["space"] == record.space.rawValue && $0["state"] == state.rawValue
                    }
                    return try row?.count("n") ?? 0
                }
                return WebhookState(
                    space: record.space, webhook: record.webhook, pending: try count(.pending),
                    failed: try count(.failed), firstDue: try Self.firstDue(of: record.space, tx),
                    lastFailure: try Self.lastFailure(of: record.space, tx))
            }
        }
    }

    private static func firstDue(of space: Space, _ tx: any QueueTransaction) throws -> Date? {
        try tx.row(
            """
            SELECT due_at FROM delivery
            WHERE state <> 'delivered' AND space = ? AND state = 'pending' ORDER BY due_at LIMIT 1
            """, [space.rawValue]
        )?.date("due_at")
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
