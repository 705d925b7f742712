/// Shows which workers live by locks on files in a folder; see ``WorkerLock``.
public struct FilePresence: WorkerPresence {
    private let folder: String

    /// Names the folder, which must exist.
    public init(folder: String) {
        self.folder = folder
    }

    /// Takes the lock of a worker.
    public func begin(_ id: WorkerID) throws(JobQueueError) -> any ProofOfLife {
        try WorkerLock(id: id, folder: folder)
    }

    /// Tries the lock of a worker.
    public func life(of id: WorkerID) -> WorkerLife { WorkerLock.life(of: id, in: folder) }

    /// Tries all locks.
    public func living() -> [WorkerID] { WorkerLock.living(in: folder) }

    /// Tries all locks.
    public func killed() -> [WorkerID] { WorkerLock.killed(in: folder) }

    /// Reads the file beside a worker's lock.
    public func progress(of id: WorkerID) -> LiveProgress? {
        WorkerLock.progress(of: id, in: folder)
    }

    /// Removes locks, and files that never became one.
    public func sweep(killed: [WorkerID]) { WorkerLock.sweep(folder, of: killed) }
}
