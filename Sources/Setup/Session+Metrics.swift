package import Answers
import Foundation
import Ground
import HeadshotWorker
import JobQueue

extension Session {
    /// What the queue and this machine report to monitoring; reads all charges.
    ///
    /// - Parameters:
    ///   - version: The program's version.
    ///   - commit: The commit that the program was built from; `nil` if unknown.
    package func metrics(version: String, commit: String?) async throws -> QueueMetrics {
        let now = configuration.environment.now
        return QueueMetrics(
            try await store.figures(now: now), gates: try await store.gates(),
            workers: try await WorkerRoster(store.presence).living().count,
            budget: try await keptLimits.spend,
            freeBytes: FreeSpace.bytes(at: home.root), queueBytes: queueBytes,
            version: version, commit: commit ?? "unknown", now: now)
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
