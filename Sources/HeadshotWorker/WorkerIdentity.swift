import JobQueue
import ObjectStore
import Synchronization

/// The name under which a worker works, with the proof that it lives.
///
/// A worker that a server had taken for dead takes a fresh name: what it held under the old one is no longer its own.
final class WorkerIdentity: Sendable {
    private let presence: any WorkerPresence
    private let newName: @Sendable () -> RandomName
    private let proof: Mutex<any ProofOfLife>

    /// Takes the lock of a fresh name.
    init(
        _ presence: any WorkerPresence, newName: @escaping @Sendable () -> RandomName
    ) throws(JobQueueError) {
        self.presence = presence
        self.newName = newName
        proof = Mutex(try presence.begin(WorkerID(newName())))
    }

    /// The name now.
    var id: WorkerID { current.id }

    /// Whether it counts as dead.
    var isOver: Bool { current.isOver }

    /// Makes sure, before anything more is claimed, that other processes see that the worker lives.
    func uphold() throws(JobQueueError) { try current.uphold() }

    /// Takes another name if this one's worker was taken for dead; returns whether it did.
    func renewIfOver() async throws -> Bool {
        guard isOver else { return false }
        let fresh = try await BlockingFiles.run { [presence, newName] () throws(JobQueueError) in
            try presence.begin(WorkerID(newName()))
        }
        proof.withLock { $0 = fresh }
        return true
    }

    /// Reports how far the jobs are; no one needs to know, so a failure does no harm.
    func publish(_ progress: LiveProgress) { try? current.publish(progress) }

    /// Says that the worker ends in order.
    func retire() { current.retire() }

    private var current: any ProofOfLife { proof.withLock { $0 } }
}
