import Glibc
import Ground

/// The lock under which every process writes the queue and moves its log into the file.
///
/// SQLite before 3.51.3 can corrupt a database in WAL mode when one process commits while another checkpoints.
/// One lock file around both makes that impossible, and spares writers SQLite's own waiting.
struct WriteLock: ~Copyable, Sendable {
    let path: String
    private let file: LockFile

    /// Opens the lock file; creates it if needed.
    init(path: String) throws(JobQueueError) {
        guard let file = LockFile(path) else {
            throw .cannotOpen(path: path, detail: SystemError.latest)
        }
        self.file = file
        self.path = path
    }

    /// Runs `body` while no other process writes; blocks the thread for at most 30 seconds.
    func withLock<Value>(_ body: () throws -> Value) throws -> Value {
        try acquire()
        defer { file.release() }
        return try body()
    }

    /// Wakes every process that waits on a ``QueueBell``; a failure does no harm, since they also poll.
    func ring() { file.touch() }

    private func acquire() throws(JobQueueError) {
        // A transaction takes milliseconds; after so long, the process that holds the lock must be stopped.
        let patience = 30_000_000
        let pause = 500
        var waited = 0
        while !file.takeIfFree() {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw .cannotOpen(path: path, detail: SystemError.latest)
            }
            guard waited < patience else { throw .busy(path: path) }
            usleep(useconds_t(pause))
            waited += pause
        }
    }
}
