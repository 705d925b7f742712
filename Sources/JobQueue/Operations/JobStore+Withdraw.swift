package import Foundation

extension JobStore {
    /// Ends what waits to be sent to a provider for a person who allows that no more; what was sent goes on to its end.
    ///
    /// - Parameters:
    ///   - free: The provider to which nothing is sent.
    ///   - withOrders: Whether jobs that the person ordered are cancelled, and not only questions.
    package static func withdraw(
        from person: Person, besides free: String, withOrders: Bool, now: Date,
        _ tx: any QueueTransaction
    ) throws {
        // A charge that turned out to be free is of a request that was refused, so the job would be sent again.
        let waiting = try tx.rows(
            """
            SELECT job.id, job.expires_at, asked.key
            FROM job LEFT JOIN asked ON asked.job = job.id
            WHERE job.state = 'waiting' AND job.space = ? AND job.person = ? AND job.provider <> ?
                AND NOT EXISTS (
                    SELECT 1 FROM charge WHERE charge.job = job.id AND charge.state <> 'free')
            ORDER BY job.id
            """, person.arguments + [free])
        for row in waiting {
            let isQuestion = row.optionalDate("expires_at") != nil
            guard isQuestion || withOrders else { continue }
            if let key: String = row["key"] { try forgetQuestion(key, of: person, now: now, tx) }
            // The key may lead to another job: a merged person may have asked what the other has asked, too.
            let reason: CancellationReason = isQuestion ? .forgotten : .cancelled
            try transition(
                .found(row.id("id")), from: [.waiting], to: .cancelled, reason: reason.rawValue,
                now: now, tx)
        }
        // Their workers look before they send.
        try tx.run(
            """
            UPDATE job SET cancel_requested = 1
            WHERE state = 'running' AND phase = ? AND space = ? AND person = ? AND provider <> ?
                \(withOrders ? "" : "AND expires_at IS NOT NULL")
            """, [JobPhase.preparing.rawValue] + person.arguments + [free])
    }
}
