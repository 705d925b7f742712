public import Foundation

/// Shows which workers live, and how far their jobs are; every call blocks for a moment.
public protocol WorkerPresence: Sendable {
    /// Whether a worker that counts as dead is dead; if not, its last request may still be on its way.
    var isCertain: Bool { get }

    /// Proves from now on that a worker lives; begins before the worker claims anything.
    func begin(_ id: WorkerID) throws(JobQueueError) -> any ProofOfLife

    /// Takes a right that one process at a time has; `nil` if another process has it.
    func take(_ right: QueueRight) throws(JobQueueError) -> (any HeldRight)?

    /// Whether workers live, or how they ended.
    func lives(of ids: [WorkerID]) throws(JobQueueError) -> [WorkerID: WorkerLife]

    /// The workers that live.
    func living() throws(JobQueueError) -> [WorkerID]

    /// The workers that died and have not been swept yet.
    func killed() throws(JobQueueError) -> [WorkerID]

    /// What some workers have published last.
    func published(by ids: Set<WorkerID>) throws(JobQueueError) -> [WorkerID: String]

    /// The newest format of a queue that a worker's program knows; `nil` if the worker has gone.
    func format(of id: WorkerID) throws(JobQueueError) -> Int?

    /// When a worker last looked at the queue; `nil` if that is not noted, or the worker has gone.
    func latestLook(of id: WorkerID) -> Date?

    /// Removes what killed workers left.
    ///
    /// - Parameter killed: Only workers whose jobs were taken back: once swept, a worker counts as ended in order.
    func sweep(killed: [WorkerID]) throws(JobQueueError)
}

extension WorkerPresence {
    /// A worker that is cut off counts as dead.
    public var isCertain: Bool { false }

    /// Who is seen by what it writes has looked just now.
    public func latestLook(of id: WorkerID) -> Date? { nil }
}

/// The proof that one worker lives; it ends with the worker's process.
public protocol ProofOfLife: Sendable {
    /// The worker.
    var id: WorkerID { get }

    /// Whether the worker was taken for dead although its process goes on: it never comes back, and claims nothing more.
    var isOver: Bool { get }

    /// Makes sure, before the worker claims anything more, that other processes can see the proof.
    func uphold() throws(JobQueueError)

    /// Shows a text to every process, in place of the one before; a crash may lose it.
    func publish(text: String) throws(JobQueueError)

    /// Says that the worker ends in order: it claims nothing more, and what it still holds may be taken back.
    func retire()
}

/// Whether a worker lives, or how it ended.
public enum WorkerLife: Sendable, Equatable {
    /// It holds its lock; in doubt, it lives.
    case alive
    /// Its lock is free, but it has a moment to take it again.
    case missing
    /// It died: its file is there, and the kernel has freed the lock.
    case killed
    /// It exited normally and removed its file, or it never existed.
    case ended
}

/// What one process at a time may do with a queue.
public enum QueueRight: Sendable {
    /// To drain it.
    case drain
    /// To send deliveries to webhooks.
    case courier
}

/// A right that is held as long as this exists, or until the process ends.
public protocol HeldRight: AnyObject, Sendable {
    /// Whether it is still held: one that a server gave may be lost with the connection.
    var isHeld: Bool { get }
}
