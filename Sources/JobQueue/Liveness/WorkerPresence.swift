/// Shows which workers live, and how far their jobs are; every call blocks for a moment.
public protocol WorkerPresence: Sendable {
    /// Proves from now on that a worker lives; begins before the worker claims anything.
    func begin(_ id: WorkerID) throws(JobQueueError) -> any ProofOfLife

    /// Whether a worker lives, or how it ended.
    func life(of id: WorkerID) -> WorkerLife

    /// The workers that live.
    func living() -> [WorkerID]

    /// The workers that died and have not been swept yet.
    func killed() -> [WorkerID]

    /// How far a worker's jobs are; `nil` if it has not said so.
    func progress(of id: WorkerID) -> LiveProgress?

    /// The newest format of a queue that a worker's program knows; `nil` if the worker has gone.
    func format(of id: WorkerID) -> Int?

    /// Removes what killed workers left.
    ///
    /// - Parameter killed: Only workers whose jobs were taken back: once swept, a worker counts as ended in order.
    func sweep(killed: [WorkerID])
}

/// The proof that one worker lives; it ends with the worker's process.
public protocol ProofOfLife: Sendable {
    /// The worker.
    var id: WorkerID { get }

    /// Tells every process how far this worker's jobs are; a crash may lose it.
    func publish(_ progress: LiveProgress) throws(JobQueueError)

    /// Says that the worker ends in order: it claims nothing more, and what it still holds may be taken back.
    func retire()
}

/// Whether a worker lives, or how it ended.
public enum WorkerLife: Sendable, Equatable {
    /// It holds its lock; in doubt, it lives.
    case alive
    /// It died: its file is there, and the kernel has freed the lock.
    case killed
    /// It exited normally and removed its file, or it never existed.
    case ended
}
