import Companion
package import Foundation
import Ground
import HeadshotWorker
package import JobQueue

/// What a queue and its machine report to monitoring; no label is a person, a job or a path.
package struct QueueMetrics: Sendable {
    private let figures: QueueFigures
    private let gates: [Gate]
    private let workers: Int
    private let budget: Int?
    private let freeBytes: Int?
    private let queueBytes: Int
    private let version: String
    private let commit: String
    private let now: Date

    /// Reads what the queue and this machine report to monitoring.
    ///
    /// - Parameters:
    ///   - folder: The home's.
    ///   - budget: The most money a day, in millionths of a US dollar; `nil` if there is no limit.
    ///   - commit: The commit that the program was built from; `nil` if unknown.
    package init(
        reading store: JobStore, at folder: String, budget: Int?, version: String, commit: String?,
        now: Date
    ) async throws {
        figures = try await store.figures(now: now)
        gates = try await store.gates()
        workers = try await WorkerRoster(store.presence).living().count
        self.budget = budget
        freeBytes = FreeSpace.bytes(at: folder)
        queueBytes = Self.queueBytes(at: folder)
        self.version = version
        self.commit = commit ?? "unknown"
        self.now = now
    }

    /// The size of the queue's file and its log.
    private static func queueBytes(at folder: String) -> Int {
        ["queue.sqlite", "queue.sqlite-wal"].reduce(0) { sum, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            return sum + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
        }
    }

    /// All metrics as text.
    package var text: String { Metric.text(of: machine + jobs + gateMetrics + charges + webhooks) }

    private var machine: [Metric] {
        let build: [Metric.Label] = [
            ("version", version), ("commit", commit), ("queue_format", String(JobStore.format)),
        ]
        return [
            Metric(
                "headshot_build_info", "The program that wrote these lines.", .gauge,
                [.init(build, 1)]),
            Metric("headshot_workers", "Workers that live.", .gauge, Double(workers)),
            Metric(
                "headshot_disk_free_bytes", "Room where the queue is.", .gauge,
                freeBytes.map(Double.init)),
            Metric(
                "headshot_queue_bytes", "The queue's file and its log.", .gauge,
                Double(queueBytes)),
        ]
    }

    private var jobs: [Metric] {
        let providers = Set(figures.waiting.map(\.provider)).sorted()
        return [
            Metric(
                "headshot_jobs", "Jobs by state.", .gauge,
                JobState.allCases.map {
                    .init([("state", $0.rawValue)], Double(figures.jobs[$0] ?? 0))
                }),
            Metric(
                "headshot_jobs_waiting", "Waiting jobs, by why they wait.", .gauge,
                figures.waiting.map {
                    .init([("provider", $0.provider), ("reason", $0.reason)], Double($0.count))
                }),
            Metric(
                "headshot_oldest_waiting_seconds",
                "How long the job waits that has been due the longest; 0 if none is due.", .gauge,
                providers.map { provider in
                    let due = figures.oldestDue[provider]
                    let seconds = due.map { max(0, now.timeIntervalSince($0).rounded()) } ?? 0
                    return .init([("provider", provider)], seconds)
                }),
        ]
    }

    private var gateMetrics: [Metric] {
        func labels(_ gate: Gate) -> [Metric.Label] {
            [("provider", gate.provider), ("model", gate.model ?? "")]
        }
        return [
            Metric(
                "headshot_gate_open",
                "Whether requests may be sent, by gate; no model is the whole provider.", .gauge,
                gates.map { .init(labels($0), $0.isHalted || $0.opens > now ? 0 : 1) }),
            Metric(
                "headshot_gate_opens_timestamp_seconds",
                "When a closed gate opens automatically; a halted one does not.", .gauge,
                gates.filter { !$0.isHalted && $0.opens > now }.map {
                    .init(labels($0), $0.opens.timeIntervalSince1970)
                }),
        ]
    }

    private var charges: [Metric] {
        let money = figures.charges.map(\.money).reduce(Money(), +)
        return [
            Metric(
                "headshot_charges_total", "Requests that were paid, or proved free.", .counter,
                counts(of: [.paid, .free])),
            Metric(
                "headshot_charges_open",
                "Requests on their way, and those of which it is unknown whether they were paid.",
                .gauge, counts(of: [.started, .unknown])),
            Metric(
                "headshot_spend_usd_total",
                "What was paid: counted from answers, or at the usual price.", .counter,
                [("known", money.known), ("estimated", money.estimated)].map {
                    .init([("certainty", $0)], Self.dollars($1))
                }),
            Metric(
                "headshot_spend_unknown_usd", "What may have been paid, at the usual price.",
                .gauge, Self.dollars(money.unknown)),
            Metric(
                "headshot_budget_usd", "The most that a day may cost.", .gauge,
                budget.map(Self.dollars)),
            Metric(
                "headshot_provider_seconds", "How long answered requests took.", .histogram,
                figures.charges.flatMap(histogram)),
        ]
    }

    private var webhooks: [Metric] {
        [
            Metric(
                "headshot_deliveries_pending", "Webhook deliveries that are still to be sent.",
                .gauge, Double(figures.deliveriesPending)),
            Metric(
                "headshot_webhook_attempts_total", "Requests to webhooks, by what came of them.",
                .counter,
                [("succeeded", figures.webhookSuccesses), ("failed", figures.webhookFailures)]
                    .map { .init([("outcome", $0)], Double($1)) }),
        ] + serverMetrics
    }

    private var serverMetrics: [Metric] {
        figures.oldestTransaction.map { oldest in
            [
                Metric(
                    "headshot_server_oldest_transaction_seconds",
                    "How long the oldest transaction beside the queue has been open, and whose it is.",
                    .gauge, [.init([("application", oldest.application)], Double(oldest.seconds))])
            ]
        } ?? []
    }

    private func counts(of states: [ChargeState]) -> [Metric.Sample] {
        figures.charges.flatMap { charges in
            states.map {
                .init(
                    [("provider", charges.provider), ("state", $0.rawValue)],
                    Double(charges.counts[$0] ?? 0))
            }
        }
    }

    private func histogram(_ charges: QueueFigures.Charges) -> [Metric.Sample] {
        // The last bound is there to leave out what is no answer.
        let counts = zip(QueueFigures.bounds, charges.answered).dropLast()
        return Metric.Sample.histogram(
            [("provider", charges.provider)], counts.map { (String($0), $1) },
            count: charges.answered.last ?? 0, sum: charges.seconds)
    }

    private static func dollars(_ microUSD: Int) -> Double { Double(microUSD) / 1_000_000 }
}
