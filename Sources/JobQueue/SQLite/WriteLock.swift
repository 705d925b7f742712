import Foundation
import Glibc
import Ground
import Synchronization

/// The lock under which every process writes the queue and moves its log into the file.
///
/// SQLite before 3.51.3 can corrupt a database in WAL mode when one process commits while another checkpoints.
/// One lock file around both makes that impossible, and spares writers SQLite's own waiting.
struct WriteLock: ~Copyable, Sendable {
    let path: String
    private let file: LockFile
    /// Keeps the threads of this process apart, which share the lock's descriptor.
    private let turn = NSLock()
    private let waits: @Sendable (JobQueueError) -> Void
    /// Since when another process has held the lock without a break; `nil` if it was free the last time.
    private let heldSince = Mutex<ContinuousClock.Instant?>(nil)

    /// Opens the lock file; creates it if needed.
    ///
    /// - Parameter waits: Called once for each wait that takes seconds.
    init(
        path: String, waits: @escaping @Sendable (JobQueueError) -> Void
    ) throws(JobQueueError) {
        guard let file = LockFile(path) else {
            throw .cannotOpen(path: path, detail: SystemError.latest)
        }
        self.file = file
        self.path = path
        self.waits = waits
    }

    /// Runs `body` the first time, after it has shown that the lock keeps other processes out.
    func withProvenLock<Value>(_ body: () throws -> Value) throws -> Value {
        try withLock {
            try prove()
            return try body()
        }
    }

    /// Throws unless the path leads to the file, and the lock, which this process holds, keeps others out.
    private func prove() throws(JobQueueError) {
        guard file.isNamed(path) else { throw .replaced(path: path) }
        guard file.isProven(at: path) else { throw .unprovenLocks(path: path) }
    }

    /// Runs `body` while no other process writes; blocks the thread for at most 30 seconds, or ``JobStore/patience``.
    func withLock<Value>(_ body: () throws -> Value) throws -> Value {
        turn.lock()
        defer { turn.unlock() }
        try acquire()
        defer { file.release() }
        return try body()
    }

    /// Whether another process has held the lock for seconds, as far as this process has tried to write.
    var isHeldUp: Bool {
        heldSince.withLock { since in since.map { $0 + Self.noticeable < .now } ?? false }
    }

    /// Wakes every process that waits on a ``QueueBell``; a failure does no harm, since they also poll.
    func ring() { file.touch() }

    private func acquire() throws {
        if try take() { return }
        let clock = ContinuousClock()
        let began = clock.now
        let held = heldSince.withLock { since in
            since = since ?? began
            return since ?? began
        }
        // A request whose turn comes late has waited already for those before it.
        let isRequest = JobStore.patience != nil
        let end =
            isRequest
            ? max(began + Self.leastPatience, held + Self.requestPatience) : began + Self.patience
        var isNoted = false
        while true {
            let now = clock.now
            if !isNoted, now >= began + Self.noticeable {
                isNoted = true
                waits(.busy(path: path, holder: file.holder))
            }
            guard now < end else { throw JobQueueError.busy(path: path, holder: file.holder) }
            usleep(Self.pause)
            if try take() { return }
        }
    }

    /// Takes the lock if it is free; whether it was.
    private func take() throws(JobQueueError) -> Bool {
        guard file.takeIfFree() else {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw .cannotOpen(path: path, detail: SystemError.latest)
            }
            return false
        }
        heldSince.withLock { $0 = nil }
        return true
    }

    /// A transaction takes milliseconds; after so long, the process that holds the lock must be stopped.
    private static let patience: Duration = .seconds(30)
    /// Less than the ten seconds after which a client gets an answer, with time for those that wait before it.
    private static let requestPatience: Duration = .seconds(5)
    /// What a request waits at least, whatever others have waited.
    private static let leastPatience: Duration = .milliseconds(5)
    /// After which a person at a terminal wonders.
    private static let noticeable: Duration = .seconds(3)
    /// In microseconds.
    private static let pause: useconds_t = 500
}
