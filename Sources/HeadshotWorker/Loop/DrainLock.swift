import Ground
public import JobQueue
import ObjectStore

/// The right of a queue's only drain; it ends with the process.
public final class DrainLock: Sendable {
    private let right: any HeldRight

    /// Takes the right, or throws ``WorkerError/drainRunning``.
    public init(_ presence: any WorkerPresence) async throws {
        let right = try await BlockingFiles.run { () throws(JobQueueError) in
            try presence.take(.drain)
        }
        guard let right else { throw WorkerError.drainRunning }
        self.right = right
    }
}
