public import Foundation

extension JobStore {
    /// What a courier has to send, and when to look again.
    ///
    /// - Parameters:
    ///   - underWay: The deliveries that it is sending, by space.
    ///   - most: How many of a space it sends at once, so that a slow receiver holds up no other space.
    public nonisolated func deliveryWork(
        underWay: [Space: Set<String>], most: Int, now: Date
    ) async throws(JobQueueError) -> DeliveryWork {
        try await read { tx in
            var work = DeliveryWork()
            let spaces = try tx.spaces(
                where: "webhook IS NOT NULL AND webhook_refused_at IS NULL")
            for record in spaces {
                guard let webhook = record.webhook else { continue }
                let sending = underWay[record.space] ?? []
                let waiting = try tx.rows(
                    """
                    SELECT * FROM delivery
                    WHERE state <> 'delivered' AND space = ? AND state = 'pending'
                    ORDER BY due_at, id LIMIT ?
                    """, [record.space.rawValue, most + 1]
                ).map(Delivery.init(row:)).filter { !sending.contains($0.id) }
                let due = waiting.filter { Self.isDue($0, now: now) }
                work.due += due.prefix(max(0, most - sending.count)).map { ($0, webhook) }
                if let later = waiting.first(where: { !Self.isDue($0, now: now) })?.due {
                    work.next = min(work.next ?? later, later)
                }
            }
            return work
        }
    }

    private static func isDue(_ delivery: Delivery, now: Date) -> Bool {
        delivery.due <= now || delivery.due.timeIntervalSince(now) > longestWait
    }

    /// In seconds, more than any pause: what seems to wait for longer was written before the clock was set back.
    private static let longestWait: TimeInterval = 2 * 86_400

    /// Writes what came of an attempt.
    ///
    /// - Parameter url: Where it was sent, since another one may have been set meanwhile.
    public func settle(
        _ delivery: Delivery, sentTo url: WebhookURL, _ outcome: DeliveryOutcome, now: Date
    ) throws(JobQueueError) {
        let (state, status, failure, due): (Delivery.State, Int?, String?, Date) =
            switch outcome {
            case .delivered(let status): (.delivered, status, nil, delivery.due)
            case .failed(let status, let reason, let again):
                (again == nil ? .failed : .pending, status, reason, again ?? delivery.due)
            case .refused(let status): (.failed, status, "status", delivery.due)
            }
        try write { tx in
            // What was given up meanwhile waits no more, but may turn out to have arrived.
            try tx.run(
                """
                UPDATE delivery
                SET state = ?, attempts = attempts + 1, last_status = ?, last_failure = ?, due_at = ?,
                    tried_at = ?, done_at = ?
                WHERE id = ? AND (state = 'pending' OR ? = 'delivered')
                """,
                [
                    state.rawValue, status, failure, due.milliseconds, now.milliseconds,
                    state == .pending ? nil : now.milliseconds, delivery.id, state.rawValue,
                ])
            let isSuccess = state == .delivered
            try tx.run(
                """
                UPDATE space SET webhook_successes = webhook_successes + ?,
                    webhook_failures = webhook_failures + ? WHERE name = ?
                """, [isSuccess ? 1 : 0, isSuccess ? 0 : 1, delivery.space.rawValue])
            guard case .refused = outcome else { return }
            let refused = try tx.run(
                "UPDATE space SET webhook_refused_at = ? WHERE name = ? AND webhook = ?",
                [now.milliseconds, delivery.space.rawValue, url.description])
            if refused == 1 {
                try Self.giveUpDeliveries(of: delivery.space, reason: "refused", now: now, tx)
            }
        }
    }

    /// A space's deliveries that have not arrived, newest first.
    public nonisolated func undelivered(
        of space: Space, limit: Int
    ) async throws(JobQueueError) -> [Delivery] {
        try await read { tx in
            try tx.rows(
                """
                SELECT * FROM delivery WHERE state <> 'delivered' AND space = ?
                ORDER BY created_at DESC, id DESC LIMIT ?
                """, [space.rawValue, limit]
            ).map(Delivery.init(row:))
        }
    }

    /// Makes a delivery due now, whatever became of it, as if it had never been sent.
    public func sendAgain(
        _ id: String, of space: Space, now: Date
    ) throws(JobQueueError) -> Resending {
        try write { tx in
            let row = try tx.row(
                "SELECT * FROM delivery WHERE id = ? AND space = ?", [id, space.rawValue])
            guard row != nil else { return .notFound }
            guard let webhook = try Self.record(of: space, tx)?.webhook, webhook.refused == nil
            else { return .noWebhook }
            let pending = try tx.row(
                """
                UPDATE delivery SET state = 'pending', attempts = 0, due_at = ?, done_at = NULL
                WHERE id = ? RETURNING *
                """, [now.milliseconds, id])
            return try pending.map { .pending(try Delivery(row: $0)) } ?? .notFound
        }
    }

    /// Removes deliveries that arrived, and those that were given up, before a time; returns how many.
    public func removeDeliveries(
        arrivedBefore arrived: Date, givenUpBefore givenUp: Date
    ) throws(JobQueueError) -> Int {
        try write { tx in
            try [("delivered", arrived), ("failed", givenUp)].map { state, moment in
                try tx.run(
                    "DELETE FROM delivery WHERE state <> 'pending' AND state = ? AND done_at < ?",
                    [state, moment.milliseconds])
            }.reduce(0, +)
        }
    }
}

extension Delivery {
    fileprivate init(row: QueueRow) throws {
        id = try row.required("id")
        // No job has the number 0.
        job = try row.required("job") == 0 ? nil : row.id("job")
        guard let person = try row.person() else {
            throw DamagedRow(column: "person")
        }
        self.person = person
        space = person.space
        type = try row.required("type")
        body = try row.required("body")
        state = try row.required("state", State.init)
        attempts = try row.required("attempts")
        due = try row.date("due_at")
        created = try row.date("created_at")
        lastStatus = row["last_status"]
        lastFailure = row["last_failure"]
    }
}
