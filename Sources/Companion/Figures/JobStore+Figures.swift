package import Foundation
package import JobQueue

/// What monitoring asks of a queue, as of one moment; names no person, no job and no file.
package struct QueueFigures: Sendable, Equatable {
    /// How many jobs are in each state.
    package var jobs: [JobState: Int] = [:]
    /// The waiting jobs, by provider and reason.
    package var waiting: [Waiting] = []
    /// All charges, by provider; they outlive their jobs.
    package var charges: [Charges] = []
    /// The deliveries that are still to be sent.
    package var deliveriesPending = 0
    /// How many requests to webhooks succeeded.
    package var webhookSuccesses = 0
    /// How many requests to webhooks failed.
    package var webhookFailures = 0
    /// Seconds that the oldest transaction beside a queue on a server has been open; `nil` for a queue in a file.
    package var oldestTransaction: Int?

    /// The jobs that wait for the same reason.
    package struct Waiting: Sendable, Equatable {
        package let provider: String
        /// The code of the reason.
        package let reason: String
        package let count: Int
        /// When the first of those that are due was due; `nil` if none is.
        package let due: Date?
    }

    package struct Charges: Sendable, Equatable {
        package let provider: String
        /// How many are in each state.
        package let counts: [ChargeState: Int]
        /// The money, in millionths of a US dollar.
        package let money: Money
        /// How many requests were answered within each of ``QueueFigures/bounds``.
        package let answered: [Int]
        /// The seconds that all answered requests took.
        package let seconds: Double
    }

    /// Seconds by which answered requests are counted; the last is longer than any request may take.
    package static let bounds = [1, 2, 5, 10, 20, 30, 45, 60, 120]
}

extension JobStore {
    /// What monitoring asks of the queue; reads all charges.
    package nonisolated func figures(now: Date) async throws(JobQueueError) -> QueueFigures {
        let oldest = try await oldestTransaction()
        return try await read { tx in
            var figures = QueueFigures()
            figures.oldestTransaction = oldest
            figures.jobs = try Self.counts(tx)
            figures.waiting = try tx.rows(
                """
                SELECT provider, reason, count(*) AS n,
                    min(CASE WHEN due_at <= ? THEN due_at END) AS due
                FROM job WHERE \(isOpenSQL) AND state = 'waiting'
                GROUP BY provider, reason ORDER BY provider, reason
                """, [now.milliseconds]
            ).map(QueueFigures.Waiting.init(row:))
            let rows = try tx.rows(chargesSQL)
            let providers = Set(try rows.map { try $0.required("provider") as String })
            figures.charges = try providers.sorted().map { provider in
                try QueueFigures.Charges(provider, rows.filter { $0["provider"] == provider })
            }
            figures.deliveriesPending = try tx.count(
                "delivery WHERE state <> 'delivered' AND state = 'pending'")
            let attempts = try tx.row(
                "SELECT sum(webhook_successes), sum(webhook_failures) FROM space")
            figures.webhookSuccesses = attempts?[0] ?? 0
            figures.webhookFailures = attempts?[1] ?? 0
            return figures
        }
    }
}

/// The sums of the charges of each provider and state.
private let chargesSQL = """
    SELECT provider, state, count(*) AS n,
        sum(CASE WHEN state = 'paid' THEN cost END) AS known,
        sum(CASE WHEN state = 'paid' AND cost IS NULL THEN estimate END) AS estimated,
        sum(CASE WHEN state = 'started' OR state = 'unknown' THEN estimate END) AS unknown,
        sum(CASE WHEN \(isAnsweredSQL) THEN settled_at - started_at ELSE 0 END) AS took,
        \(QueueFigures.bounds.map(answeredSQL).joined(separator: ", "))
    FROM charge GROUP BY provider, state ORDER BY provider, state
    """

/// Whether an answer came; a charge that a user resolved as paid was settled later than a request lasts.
private let isAnsweredSQL =
    "state = 'paid' AND settled_at - started_at <= \((QueueFigures.bounds.last ?? 0) * 1000)"

private func answeredSQL(_ seconds: Int) -> String {
    """
    sum(CASE WHEN state = 'paid' AND settled_at - started_at <= \(seconds * 1000) THEN 1 ELSE 0 END)
        AS within_\(seconds)
    """
}

extension QueueFigures.Waiting {
    fileprivate init(row: QueueRow) throws {
        provider = try row.required("provider")
        reason = try row.required("reason")
        count = try row.required("n")
        due = row.optionalDate("due")
    }
}

extension QueueFigures.Charges {
    fileprivate init(_ provider: String, _ rows: [QueueRow]) throws {
        func sum(_ column: String) -> Int { rows.compactMap { $0[column] as Int? }.reduce(0, +) }
        self.provider = provider
        counts = Dictionary(
            uniqueKeysWithValues: try rows.map {
                (try $0.required("state", ChargeState.init), try $0.required("n"))
            })
        var money = Money()
        money.known = sum("known")
        money.estimated = sum("estimated")
        money.unknown = sum("unknown")
        self.money = money
        answered = QueueFigures.bounds.map { sum("within_\($0)") }
        seconds = Double(sum("took")) / 1000
    }
}
