import Glibc
import Ground
import ObjectStore

/// The lock of a home's only drain; the kernel frees it when the process ends.
public final class DrainLock: Sendable {
    private let descriptor: CInt

    /// Takes the right, or throws ``WorkerError/drainRunning``.
    public init(home: HeadshotHome) throws {
        let path = home.drainLock
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw StorageError.unavailable(place: path, detail: SystemError.latest)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw WorkerError.drainRunning
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
