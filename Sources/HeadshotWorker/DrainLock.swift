import Ground
import ObjectStore

/// The lock of a home's only drain; the kernel frees it when the process ends.
public final class DrainLock: Sendable {
    private let file: LockFile

    /// Takes the right, or throws ``WorkerError/drainRunning``.
    public init(home: HeadshotHome) throws {
        guard let file = LockFile(home.drainLock) else {
            throw StorageError.unavailable(place: home.drainLock, detail: SystemError.latest)
        }
        guard file.takeIfFree() else { throw WorkerError.drainRunning }
        self.file = file
    }
}
