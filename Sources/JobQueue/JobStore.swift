import CrashPoints
import Foundation
import GRDB
import Glibc

/// The queue: every process opens the same file, and every change is one short transaction with a name.
///
/// All SQL lives in this module. Times are handed in, never read from a clock. Every write survives the cancellation of
/// the task that asked for it, since a task is often cancelled just when its outcome has to be kept.
///
/// Writes are the actor's own work, on a thread that may block; reads run beside them. Code that is isolated to the store
/// writes without a change of threads.
public actor JobStore {
    /// The folder that holds the queue and all that belongs to it.
    public nonisolated let folder: String
    nonisolated let path: String
    nonisolated let journal: PaymentJournal
    /// What the queue learned of payments when it was opened, if it was older than its payments journal.
    public nonisolated let reconciliation: Reconciliation?
    private let lock: WriteLock
    private let writer: DatabaseQueue
    private let reader: DatabaseQueue
    private let executor = BlockingExecutor(label: "headshot.queue")
    /// The rows that this connection had changed when the bell was last rung.
    private var changes = 0

    /// The thread that writes.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Unowned is safe: the store holds the executor as long as it lives.
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Opens the queue of a folder, makes it if need be, and brings it up to date.
    ///
    /// Blocks for some milliseconds. Close the store with ``close()``.
    public init(folder: String) throws(JobQueueError) {
        if let kind = FileSystemKind.network(at: folder) {
            throw .networkFileSystem(path: folder, kind: kind)
        }
        self.folder = folder
        let path = "\(folder)/queue.sqlite"
        self.path = path
        journal = PaymentJournal(path: "\(folder)/payments.jsonl")
        try Self.checkOwner(of: path)
        lock = try WriteLock(path: "\(folder)/queue.lock")
        try Self.makeQueueFile(path)
        do {
            (writer, reconciliation) = try lock.withLock { [journal] in
                let writer = try DatabaseQueue(path: path, configuration: Self.configuration())
                let reconciliation = try writer.inDatabase { db in
                    try Schema.check(db, path: path)
                    try db.execute(sql: "PRAGMA journal_mode = WAL")
                    try Self.transaction(db, Schema.migrate)
                    // Before anybody can claim what the queue does not know to be paid.
                    return try Self.align(journal, db)
                }
                return (writer, reconciliation)
            }
            reader = try DatabaseQueue(
                path: path, configuration: Self.configuration(isReader: true))
        } catch {
            throw JobQueueError(error, path: path)
        }
    }

    /// Closes the file, once every call has returned; under the lock, since the last connection moves the log into it.
    public nonisolated func close() throws(JobQueueError) {
        do {
            try lock.withLock {
                try reader.close()
                try writer.close()
            }
        } catch {
            throw JobQueueError(error, path: path)
        }
    }

    /// A bell that rings when any process has changed the queue; each that waits needs its own.
    public nonisolated func bell() -> QueueBell { QueueBell(lock: lock.path) }

    /// A number that differs from an earlier one if any connection of any process has changed the queue since.
    public nonisolated func dataVersion() async throws(JobQueueError) -> Int {
        try await read { db in
            try db.value("PRAGMA data_version") ?? 0
        }
    }

    /// Reads without a lock; what other processes commit meanwhile is seen by the next read.
    nonisolated func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(JobQueueError) -> Value {
        do {
            return try await withCheckedThrowingContinuation { continuation in
                reader.asyncWriteWithoutTransaction { db in
                    continuation.resume(with: Result { try body(db) })
                }
            }
        } catch {
            throw JobQueueError(error, path: path)
        }
    }

    /// Writes in one immediate transaction, alone among all processes; blocks the actor's thread.
    ///
    /// - Parameters:
    ///   - endsWork: Whether it tells what became of work that was begun: that is written even if a newer program has
    ///     brought the file up to date meanwhile, and nothing else is.
    ///   - afterwards: Runs after the commit, still alone; what it throws is thrown, but the commit stands.
    func write<Value>(
        endsWork: Bool = false,
        _ body: (Database) throws -> Value,
        afterwards: (Value, Database) throws -> Void = { _, _ in }
    ) throws(JobQueueError) -> Value {
        try alone { db in
            let value = try Self.transaction(db) { db in
                if !endsWork { try Schema.refuseNewer(db, path: path) }
                return try body(db)
            }
            try afterwards(value, db)
            return value
        }
    }

    /// Works on the file alone among all processes; transactions are the caller's.
    func alone<Value>(_ body: (Database) throws -> Value) throws(JobQueueError) -> Value {
        do {
            return try writer.inDatabase { db in
                let value = try lock.withLock { try body(db) }
                if db.totalChangesCount != changes { lock.ring() }
                changes = db.totalChangesCount
                return value
            }
        } catch {
            throw JobQueueError(error, path: path)
        }
    }

    /// Runs one immediate transaction; a deferred one could fail to become a writer and could not be retried.
    static func transaction<Value>(
        _ db: Database, _ body: (Database) throws -> Value
    ) throws -> Value {
        // Not GRDB's own, which prepares both statements each time.
        try db.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
        do {
            let value = try body(db)
            try db.cachedStatement(sql: "COMMIT").execute()
            return value
        } catch {
            try? db.rollback()
            throw error
        }
    }

    /// About four megabytes; SQLite's own default.
    private static let logPages = 1000

    /// Bytes; twice what the log needs where no reader stands in the way.
    private static let longLog = 2 * logPages * 4096

    /// Seconds; for locks of programs that do not know ours.
    private static let patience: TimeInterval = 10

    private static func configuration(isReader: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.label = isReader ? "headshot.queue.read" : "headshot.queue.write"
        configuration.readonly = isReader
        // Our own lock keeps our processes apart; this is for a person's sqlite3 beside them.
        configuration.busyMode = .timeout(Self.patience)
        configuration.prepareDatabase { db in
            if !isReader {
                // A commit that a power cut can undo would pay twice.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                // The log moves into the file within a commit, and so under the lock. It is then overwritten and not
                // cut, since to sync a file that grows takes twice as long.
                try db.execute(sql: "PRAGMA wal_autocheckpoint = \(logPages)")
                // What a long reader made it grow to is given back.
                try db.execute(sql: "PRAGMA journal_size_limit = \(longLog)")
                // What is removed or changed must not stay behind in the free space of a page.
                try db.execute(sql: "PRAGMA secure_delete = ON")
            }
            try db.execute(sql: "PRAGMA mmap_size = 0")
        }
        return configuration
    }

    /// Makes the queue's file if need be, and refuses what is no file.
    ///
    /// A file that exists is never opened here: closing it would drop the locks of SQLite's own descriptors.
    private static func makeQueueFile(_ path: String) throws(JobQueueError) {
        if try makeFile(path) { return }
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .notAQueue(path: path)
        }
    }

    /// Refuses another user's queue: root could open it, and would leave files that its owner's workers cannot write.
    private static func checkOwner(of path: String) throws(JobQueueError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_uid != geteuid() else { return }
        throw .notOurs(path: path, owner: status.st_uid)
    }

    /// Whether a file is there and belongs to the user who asks.
    static func isOwn(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_uid == geteuid()
    }

    /// Makes an empty file that only its owner can read, before SQLite would make one that everybody can.
    ///
    /// - Returns: Whether it was made; nothing is touched if something is there.
    static func makeFile(_ path: String) throws(JobQueueError) -> Bool {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            guard errno == EEXIST else { throw .cannotOpen(path: path, detail: errnoText()) }
            return false
        }
        Glibc.close(descriptor)
        CrashPoint.reach(.queueFileMade)
        return true
    }
}
