package import Companion
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

    /// Collects what was read.
    ///
    /// - Parameters:
    ///   - workers: How many live.
    ///   - budget: The most money a day, in millionths of a US dollar; `nil` if there is no limit.
    ///   - freeBytes: The room where the queue is; `nil` if unknown.
    ///   - queueBytes: The size of the queue's file and its log.
    ///   - version: The program's version.
    package init(
        _ figures: QueueFigures, gates: [Gate], workers: Int, budget: Int?, freeBytes: Int?,
        queueBytes: Int, version: String, commit: String, now: Date
    ) {
        self.figures = figures
        self.gates = gates
        self.workers = workers
        self.budget = budget
        self.freeBytes = freeBytes
        self.queueBytes = queueBytes
        self.version = version
        self.commit = commit
        self.now = now
    }

    /// Reads what the queue and this machine report to monitoring; reads all charges.
    ///
    /// - Parameters:
    ///   - folder: The home's.
    ///   - budget: The most money a day, in millionths of a US dollar; `nil` if there is no limit.
    ///   - commit: The commit that the program was built from; `nil` if unknown.
    package init(
        reading store: JobStore, at folder: String, budget: Int?, version: String, commit: String?,
        now: Date
    ) async throws {
        self.init(
            try await store.figures(now: now), gates: try await store.gates(),
            workers: try await WorkerRoster(store.presence).living().count, budget: budget,
            freeBytes: FreeSpace.bytes(at: folder), queueBytes: Self.queueBytes(at: folder),
            version: version, commit: commit ?? "unknown", now: now)
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
            .init("version", version), .init("commit", commit),
            .init("queue_format", String(JobStore.format)),
        ]
        return [
            Metric(
                "headshot_build_info", "The program that wrote these lines.", .gauge,
                [.init(labels: build, value: 1)]),
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
        let waits = Dictionary(grouping: figures.waiting, by: \.provider)
            .sorted { $0.key < $1.key }
        return [
            Metric(
                "headshot_jobs", "Jobs by state.", .gauge,
                JobState.allCases.map {
                    .init(
                        labels: [.init("state", $0.rawValue)],
                        value: Double(figures.jobs[$0] ?? 0))
                }),
            Metric(
                "headshot_jobs_waiting", "Waiting jobs, by why they wait.", .gauge,
                figures.waiting.map {
                    .init(
                        labels: [.init("provider", $0.provider), .init("reason", $0.reason)],
                        value: Double($0.count))
                }),
            Metric(
                "headshot_oldest_waiting_seconds",
                "How long the job waits that has been due the longest; 0 if none is due.", .gauge,
                waits.map { provider, waits in
                    let due = waits.compactMap(\.due).min()
                    return .init(
                        labels: [.init("provider", provider)],
                        value: due.map { max(0, now.timeIntervalSince($0).rounded()) } ?? 0)
                }),
        ]
    }

    private var gateMetrics: [Metric] {
        func labels(_ gate: Gate) -> [Metric.Label] {
            [.init("provider", gate.provider), .init("model", gate.model ?? "")]
        }
        return [
            Metric(
                "headshot_gate_open",
                "Whether requests may be sent, by gate; no model is the whole provider.", .gauge,
                gates.map {
                    .init(
                        labels: labels($0), value: $0.isHalted || $0.opens > now ? 0 : 1)
                }),
            Metric(
                "headshot_gate_opens_timestamp_seconds",
                "When a closed gate opens automatically; a halted one does not.", .gauge,
                gates.filter { !$0.isHalted && $0.opens > now }.map {
                    .init(labels: labels($0), value: $0.opens.timeIntervalSince1970)
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
                    .init(labels: [.init("certainty", $0)], value: Self.dollars($1))
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
                .gauge,
                Double(figures.deliveriesPending)),
            Metric(
                "headshot_webhook_attempts_total", "Requests to webhooks, by what came of them.",
                .counter,
                [
                    ("succeeded", figures.webhookSuccesses), ("failed", figures.webhookFailures),
                ].map {
                    .init(labels: [.init("outcome", $0)], value: Double($1))
                }),
        ]
    }

    private func counts(of states: [ChargeState]) -> [Metric.Sample] {
        figures.charges.flatMap { charges in
            states.map {
                .init(
                    labels: [.init("provider", charges.provider), .init("state", $0.rawValue)],
                    value: Double(charges.counts[$0] ?? 0))
            }
        }
    }

    private func histogram(_ charges: QueueFigures.Charges) -> [Metric.Sample] {
        let provider = Metric.Label("provider", charges.provider)
        let count = Double(charges.answered.last ?? 0)
        // The last bound is there to leave out what is no answer.
        let buckets = zip(QueueFigures.bounds, charges.answered).dropLast().map {
            Metric.Sample(
                suffix: "_bucket", labels: [provider, .init("le", String($0))], value: Double($1))
        }
        return buckets + [
            .init(suffix: "_bucket", labels: [provider, .init("le", "+Inf")], value: count),
            .init(suffix: "_sum", labels: [provider], value: charges.seconds),
            .init(suffix: "_count", labels: [provider], value: count),
        ]
    }

    private static func dollars(_ microUSD: Int) -> Double { Double(microUSD) / 1_000_000 }
}
