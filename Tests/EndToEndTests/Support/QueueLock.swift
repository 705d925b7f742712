import Foundation
import Glibc

/// A lock of a home, in the hand of a test: while it holds the one under which all processes write the queue, no worker
/// can write.
///
/// So a worker can be met between two steps without a hook in the program and without a clock.
struct QueueLock: ~Copyable {
    private let descriptor: CInt

    /// Opens the lock file, creates it if needed, and waits for the lock.
    init(home: String, file: String = "queue.lock") throws {
        descriptor = unsafe open("\(home)/\(file)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    deinit { close(descriptor) }
}
