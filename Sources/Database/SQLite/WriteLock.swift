import Foundation
import Glibc
package import Ground
import Synchronization

/// The lock under which every process writes the queue and moves its log into the file.
///
/// SQLite before 3.51.3 can corrupt a database in WAL mode when one process commits while another checkpoints.
/// One lock file around both makes that impossible, and spares writers SQLite's own waiting.
package struct WriteLock: ~Copyable, Sendable {
    let path: String
    private let file: LockFile
    /// Keeps the threads of this process apart, which share the lock's descriptor.
    private let turn = NSLock()
    private let time: PassingTime
    private let waits: @Sendable (JobQueueError) -> Void
    /// Since when another process has held the lock without a break; `nil` if it was free the last time.
    private let heldSince = Mutex<ContinuousClock.Instant?>(nil)
    /// When this process gave the lock back, if it had held it for long.
    private let givenBack = Mutex<ContinuousClock.Instant?>(nil)

    /// Opens the lock file; creates it if needed.
    ///
    /// - Parameter waits: Called once for each wait that takes seconds.
    package init(
        path: String, time: PassingTime = .ofMachine,
        waits: @escaping @Sendable (JobQueueError) -> Void
    ) throws(JobQueueError) {
        guard let file = LockFile(path) else {
            throw .cannotOpen(path: path, detail: SystemError.latest)
        }
        self.file = file
        self.path = path
        self.time = time
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

    /// Runs `body` while no other process writes; blocks the thread for at most 30 seconds, or ``CallPatience``.
    package func withLock<Value>(_ body: () throws -> Value) throws -> Value {
        turn.lock()
        defer { turn.unlock() }
        letOthersIn()
        try acquire()
        let began = time.now()
        defer {
            file.release()
            let ended = time.now()
            givenBack.withLock { $0 = began.duration(to: ended) < Self.long ? nil : ended }
        }
        return try body()
    }

    /// Waits until all that wait for the lock have looked at it again, if this process has just held it for long: it moves jobs
    /// in one batch after another, and would take the lock back before any of them looks.
    private func letOthersIn() {
        guard let ended = givenBack.withLock(\.self) else { return }
        let left = time.now().duration(to: ended + Self.pause * 2)
        if left > .zero { time.block(left) }
    }

    /// Whether another process has held the lock for seconds, as far as this process has tried to write.
    var isHeldUp: Bool {
        heldSince.withLock { since in since.map { $0 + Self.noticeable < time.now() } ?? false }
    }

    /// Wakes every process that waits on a ``QueueBell``; a failure does no harm, since they also poll.
    func ring() { file.touch() }

    private func acquire() throws {
        if try take() { return }
        let began = time.now()
        let held = heldSince.withLock { since in
            since = since ?? began
            return since ?? began
        }
        // A request whose turn comes late has waited already for those before it.
        let isRequest = CallPatience.ofTask != nil
        let end =
            isRequest
            ? max(began + Self.leastPatience, held + Self.requestPatience) : began + Self.patience
        var patience = Patience(first: Self.pause, until: end, time)
        var isNoted = false
        repeat {
            if !isNoted, time.now() >= began + Self.noticeable {
                isNoted = true
                waits(.busy(path: path, holder: file.holder))
            }
            guard patience.wait() else { throw JobQueueError.busy(path: path, holder: file.holder) }
        } while try !take()
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
    private static let pause: Duration = .microseconds(500)
    /// No transaction of a job's life takes so long, unless the disk does.
    private static let long: Duration = .milliseconds(5)
}
