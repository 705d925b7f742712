package import Foundation
import Ground
package import JobQueue

/// What monitoring asks of a queue, as of one moment; names no person, no job and no file.
package struct QueueFigures: Sendable, Equatable {
    /// How many jobs are in each state.
    package var jobs: [JobState: Int] = [:]
    /// The waiting jobs, by provider and reason.
    package var waiting: [Waiting] = []
    /// When the first job of each provider was due, of those that are due.
    package var oldestDue: [String: Date] = [:]
    /// All charges, by provider; they outlive their jobs.
    package var charges: [Charges] = []
    /// The deliveries that are still to be sent.
    package var deliveriesPending = 0
    /// How many requests to webhooks succeeded.
    package var webhookSuccesses = 0
    /// How many requests to webhooks failed.
    package var webhookFailures = 0
    /// The oldest transaction of another session on the queue's server; `nil` for a queue in a file.
    package var oldestTransaction: OldestTransaction?

    /// The jobs that wait for the same reason.
    package struct Waiting: Sendable, Equatable {
        package let provider: String
        /// The code of the reason.
        package let reason: String
        package let count: Int
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
    /// What monitoring asks of the queue, from its kept counts and sums.
    package nonisolated func figures(now: Date) async throws(JobQueueError) -> QueueFigures {
        let oldest = try await oldestTransaction()
        return try await read { tx in
            var figures = QueueFigures()
            figures.oldestTransaction = oldest
            figures.jobs = try Self.counts(tx)
            figures.waiting = try tx.rows(
                """
                SELECT provider, reason, sum(jobs) AS n FROM job_count WHERE state = 'waiting'
                GROUP BY provider, reason HAVING sum(jobs) > 0 ORDER BY provider, reason
                """
            ).map(QueueFigures.Waiting.init(row:))
            for provider in Set(figures.waiting.map(\.provider)) {
                guard let due = try Self.firstDue(of: provider, tx), due <= now else { continue }
                figures.oldestDue[provider] = due
            }
            let rows = try tx.rows(chargesSQL)
            let providers = Set(try rows.map { try $0.required("provider") as String })
            figures.charges = try providers.sorted().map { provider in
                try QueueFigures.Charges(provider, rows.filter { $0["provider"] == provider })
            }
            figures.deliveriesPending =
                try tx.value(
                    "SELECT sum(deliveries) FROM delivery_count WHERE state = 'pending'") ?? 0
            let attempts = try tx.row(
                "SELECT sum(webhook_successes), sum(webhook_failures) FROM space")
            figures.webhookSuccesses = attempts?[0] ?? 0
            figures.webhookFailures = attempts?[1] ?? 0
            return figures
        }
    }
}

/// The sums of the charges of each provider and state, by the seconds that they took; those that took longer than a
/// request may are in the row of 121 seconds.
private let chargesSQL = """
    SELECT provider, state, seconds, sum(charges) AS n, sum(known) AS known,
        sum(estimated) AS estimated, sum(unknown) AS unknown, sum(took) AS took
    FROM provider_sum GROUP BY provider, state, seconds HAVING sum(charges) > 0
    ORDER BY provider, state, seconds
    """

extension QueueFigures.Waiting {
    fileprivate init(row: QueueRow) throws {
        provider = try row.required("provider")
        reason = try row.required("reason")
        count = try row.count("n")
    }
}

extension QueueFigures.Charges {
    fileprivate init(_ provider: String, _ rows: [QueueRow]) throws {
        func sum(_ column: String) -> Int {
            rows.compactMap { $0[column] as Int? }.reduce(0) { $0.addingClamped($1) }
        }
        self.provider = provider
        counts = try rows.reduce(into: [:]) { counts, row in
            counts[try row.required("state", ChargeState.init), default: 0] += try row.count("n")
        }
        var money = Money()
        money.known = sum("known")
        money.estimated = sum("estimated")
        money.unknown = sum("unknown")
        self.money = money
        let paid = rows.filter { $0["state"] == ChargeState.paid.rawValue }
        answered = try QueueFigures.bounds.map { bound in
            try paid.filter { try $0.required("seconds") <= bound }
                .reduce(0) { $0 + (try $1.count("n")) }
        }
        seconds = Double(sum("took")) / 1000
    }
}
