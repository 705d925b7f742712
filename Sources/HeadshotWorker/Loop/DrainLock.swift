import Ground
public import JobQueue
import ObjectStore

/// The right of a queue's only drain; it ends with the process.
public final class DrainLock: Sendable {
    private let right: any HeldRight

    /// Takes the right; `nil` if a drain has it, which means something else to each caller.
    public init?(_ presence: any WorkerPresence) async throws {
        let right = try await BlockingFiles.run { () throws(JobQueueError) in
            try presence.take(.drain)
        }
        guard let right else { return nil }
        self.right = right
    }

    /// Takes the right while no worker lives, so that no drain begins; throws ``WorkerError/workersAlive(_:)`` if one does.
    static func whileIdle(_ presence: any WorkerPresence) async throws -> DrainLock {
        let living = try await WorkerRoster(presence).living()
        guard living.isEmpty else { throw WorkerError.workersAlive(living.count) }
        // A drain has the right before it is known as a worker.
        guard let lock = try await DrainLock(presence) else { throw WorkerError.workersAlive(1) }
        return lock
    }
}
