import Ground
import ObjectStore

/// The lock of a home's only courier; the kernel frees it when the process ends.
final class CourierLock: Sendable {
    private let file: LockFile

    /// Opens the lock without taking it.
    init(_ home: HeadshotHome) throws(StorageError) {
        guard let file = LockFile(home.courierLock) else {
            throw .unavailable(place: home.courierLock, detail: SystemError.latest)
        }
        self.file = file
    }

    /// Takes the lock unless another process has it.
    func takeIfFree() -> Bool { file.takeIfFree() }
}
