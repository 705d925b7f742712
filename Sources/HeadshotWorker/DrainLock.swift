import Glibc

/// The lock of a home's only drain; the kernel frees it when the process ends.
public final class DrainLock: Sendable {
    private let descriptor: CInt

    /// Takes the lock, or throws ``WorkerError/drainRunning``.
    public init(home: HeadshotHome) throws(WorkerError) {
        let path = home.drainLock
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw .disk(path: path, detail: unsafe String(cString: strerror(errno)))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .drainRunning
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
