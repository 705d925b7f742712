import Answers
import Foundation
import Ground
import HeadshotWorker
import JobQueue
import Setup

/// The metrics of the queue and of requests as text; the queue is read at most every ten seconds, since each reading
/// counts all charges.
actor ServerMetrics {
    private let session: Session
    private let build: ServerBuild
    private let requests: HTTPMetrics
    private var last: (text: String, read: ContinuousClock.Instant)?

    private static let age: Duration = .seconds(10)

    init(_ session: Session, _ build: ServerBuild, _ requests: HTTPMetrics) {
        self.session = session
        self.build = build
        self.requests = requests
    }

    func text() async throws -> String {
        "\(try await queue())\n\(Metric.text(of: requests.metrics))\n"
    }

    private func queue() async throws -> String {
        if let last, last.read.duration(to: .now) < Self.age { return last.text }
        let text = try await session.metrics(build).text
        last = (text, .now)
        return text
    }
}

extension Session {
    /// What the queue and this machine report to monitoring; reads all charges.
    fileprivate func metrics(_ build: ServerBuild) async throws -> QueueMetrics {
        let now = configuration.environment.now
        return QueueMetrics(
            try await store.figures(now: now), gates: try await store.gates(),
            workers: try await WorkerRoster(store.presence).living().count,
            budget: try await keptLimits.spend,
            freeBytes: FreeSpace.bytes(at: home.root), queueBytes: queueBytes,
            version: build.version, commit: build.commit ?? "unknown", now: now)
    }

    /// The size of the queue's file and its log.
    private var queueBytes: Int {
        ["queue.sqlite", "queue.sqlite-wal"].reduce(0) { sum, name in
            let path = "\(home.root)/\(name)"
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            return sum + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
        }
    }
}
