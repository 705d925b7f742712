import Foundation
import Glibc

/// The lock under which all processes write the queue, in the hand of a test: while it is held, no worker can write.
///
/// So a worker can be met between two steps without a hook in the program and without a clock.
struct QueueLock: ~Copyable {
    private let descriptor: CInt

    /// Takes the lock; a transaction that is under way is waited for.
    init(home: String) throws {
        descriptor = unsafe open("\(home)/queue.lock", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    deinit { close(descriptor) }
}
