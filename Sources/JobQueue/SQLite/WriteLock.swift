import Glibc
import Ground

/// The lock under which every process writes the queue and moves its log into the file.
///
/// SQLite before 3.51.3 can corrupt a database in WAL mode when one process commits while another checkpoints.
/// One lock file around both makes that impossible, and spares writers SQLite's own waiting.
struct WriteLock: ~Copyable, Sendable {
    let path: String
    private let descriptor: CInt

    /// Opens the lock file; creates it if needed.
    init(path: String) throws(JobQueueError) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw .cannotOpen(path: path, detail: SystemError.latest)
        }
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// Runs `body` while no other process writes; blocks the thread for at most 30 seconds.
    func withLock<Value>(_ body: () throws -> Value) throws -> Value {
        try acquire()
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }

    /// Wakes every process that waits on a ``QueueBell``; a failure does no harm, since they also poll.
    func ring() {
        var byte: UInt8 = 0
        unsafe pwrite(descriptor, &byte, 1, 0)
    }

    private func acquire() throws(JobQueueError) {
        // A transaction takes milliseconds; after so long, the process that holds the lock must be stopped.
        let patience = 30_000_000
        let pause = 500
        var waited = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw .cannotOpen(path: path, detail: SystemError.latest)
            }
            guard waited < patience else { throw .busy(path: path) }
            usleep(useconds_t(pause))
            waited += pause
        }
    }
}
