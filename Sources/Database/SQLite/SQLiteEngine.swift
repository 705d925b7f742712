import CrashPoints
import Foundation
import GRDB
import Glibc
import Ground
import Synchronization

/// Keeps the queue in an SQLite file, which one process at a time writes.
package final class SQLiteEngine: QueueEngine {
    let path: String
    package let presence: any WorkerPresence
    /// The format that it reads and writes.
    let schema: Schema
    private let folder: String
    /// Whether this process moves the queue to a server, which turns all others away.
    private let isMoving: Bool
    private let lock: WriteLock
    private let writer: DatabaseQueue
    private let reader: DatabaseQueue
    private let files: OpenFiles
    /// The rows that this connection had changed when the bell was last rung.
    private let changes = Mutex(0)

    /// Opens the queue's file in a folder, creates it if needed, and migrates it; see ``migrate(_:at:to:)``.
    ///
    /// - Parameters:
    ///   - isMoving: Whether the caller moves the queue; see ``MoveMark``.
    ///   - waits: Called once for each wait for the lock that takes seconds.
    ///   - prepare: Called before another process can write.
    package init(
        folder: String, schema: Schema, isMoving: Bool = false,
        waits: @escaping @Sendable (JobQueueError) -> Void = { _ in },
        prepare: (SQLiteConnection) throws -> Void
    ) throws(JobQueueError) {
        if let kind = FileSystemKind.network(at: folder) {
            throw .networkFileSystem(path: folder, kind: kind)
        }
        let path = "\(folder)/queue.sqlite"
        self.path = path
        self.schema = schema
        self.folder = folder
        self.isMoving = isMoving
        presence = FilePresence(folder: "\(folder)/workers", format: schema.format)
        try Self.checkOwner(of: folder)
        lock = try WriteLock(path: "\(folder)/queue.lock", waits: waits)
        // Once for commands; each worker tries the lock of its file.
        if FileIdentity(path) == nil { try FilePresence.proveLocks(in: folder) }
        var found: FileIdentity?
        do {
            writer = try lock.withProvenLock {
                // First, since a queue that was moved gets no successor here.
                if !isMoving { try MoveMark.turnAway(in: folder) }
                try Self.makeQueueFile(path)
                found = FileIdentity(path)
                let writer = try DatabaseQueue(path: path, configuration: Self.configuration())
                try writer.inDatabase { db in
                    try schema.check(db, path: path)
                    try db.execute(sql: "PRAGMA journal_mode = WAL")
                    let connection = SQLiteConnection(db: db)
                    try Self.migrate(connection, at: path, to: schema)
                    try prepare(connection)
                }
                return writer
            }
            reader = try DatabaseQueue(
                path: path, configuration: Self.configuration(isReader: true))
        } catch {
            throw JobQueueError(error, path: path)
        }
        files = OpenFiles(
            folder: folder,
            names: ["queue.lock", "queue.sqlite", "queue.sqlite-wal", "queue.sqlite-shm"])
        // Nothing was replaced while it was opened.
        guard let found, found == FileIdentity(path) else {
            throw .replaced(path: path)
        }
    }

    /// Closes the file, after every call has returned; under the lock, since the last connection moves the log into it.
    package func close() throws(JobQueueError) {
        do {
            try lock.withLock {
                try reader.close()
                try writer.close()
            }
        } catch {
            throw JobQueueError(error, path: path)
        }
    }

    /// A bell that rings when any process has changed the queue.
    package func bell() -> any QueueBell { FileBell(lock: lock.path) }

    /// Reads as of one moment without a lock; what other processes commit meanwhile is seen by the next read.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any QueueTransaction) throws -> Value
    ) async throws(JobQueueError) -> Value {
        try await onReader { db in try SQLiteConnection(db: db).read(body) }
    }

    /// Reads as of one moment; blocks the thread.
    package func readNow<Value>(_ body: (SQLiteTransaction) throws -> Value) throws -> Value {
        try reader.inDatabase { db in
            try SQLiteConnection(db: db).read { _ in try body(SQLiteTransaction(db)) }
        }
    }

    /// Runs code on the reading connection, outside of a transaction.
    func onReader<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(JobQueueError) -> Value {
        if !isMoving { try MoveMark.turnAway(in: folder) }
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

    /// Writes in one immediate transaction, as the only process; blocks the thread.
    ///
    /// - Parameters:
    ///   - endsWork: Whether it writes the outcome of work that was begun. Only that is still written after a newer
    ///     program has migrated the file meanwhile.
    ///   - isNews: Not used: the kernel notifies every process anyway.
    ///   - afterwards: Runs after the commit, still under the lock; its errors are thrown, but the commit stands.
    package func write<Value>(
        endsWork: Bool, isNews: Bool, _ body: (any QueueTransaction) throws -> Value,
        afterwards: (Value, any QueueConnection) throws -> Void
    ) throws(JobQueueError) -> Value {
        try alone { connection in
            let value = try connection.transaction { tx in
                if !endsWork { try schema.refuseNewer(connection.db, path: path) }
                return try body(tx)
            }
            try afterwards(value, connection)
            return value
        }
    }

    /// Throws ``JobQueueError/replaced(path:)`` unless the files that are open are still the home's.
    package func checkFiles() throws(JobQueueError) { try files.check() }

    /// Whether another process has kept this one from writing for seconds.
    package var isHeldUp: Bool { lock.isHeldUp }

    /// Works on the file under the inter-process lock; the caller begins transactions.
    package func alone<Value>(
        _ body: (SQLiteConnection) throws -> Value
    ) throws(JobQueueError) -> Value {
        do {
            return try writer.inDatabase { db in
                let value = try lock.withLock {
                    try files.check()
                    if !isMoving { try MoveMark.turnAway(in: folder) }
                    return try body(SQLiteConnection(db: db))
                }
                changes.withLock { changes in
                    if db.totalChangesCount != changes { lock.ring() }
                    changes = db.totalChangesCount
                }
                return value
            }
        } catch {
            throw JobQueueError(error, path: path)
        }
    }

    /// About four megabytes; SQLite's own default.
    private static let logPages = 1000

    /// In bytes: twice the log's usual size.
    private static let longLog = 2 * logPages * 4096

    /// In seconds; for the locks of programs that do not use ours.
    static let patience: TimeInterval = 10

    private static func configuration(isReader: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.label = isReader ? "headshot.queue.read" : "headshot.queue.write"
        configuration.readonly = isReader
        // Our own lock keeps our processes apart; this is for a user's sqlite3 shell beside them.
        configuration.busyMode = .timeout(Self.patience)
        configuration.defend()
        configuration.prepareDatabase { db in
            if !isReader {
                // A commit that a power cut can undo would pay twice.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                // The log moves into the file within a commit, and so under the lock. It is then overwritten, not
                // truncated, since syncing a growing file takes twice as long.
                try db.execute(sql: "PRAGMA wal_autocheckpoint = \(logPages)")
                // Shrinks the log again after a long reader made it grow.
                try db.execute(sql: "PRAGMA journal_size_limit = \(longLog)")
                // Removed or changed data must not stay in the free space of a page.
                try db.execute(sql: "PRAGMA secure_delete = ON")
            }
            try db.execute(sql: "PRAGMA mmap_size = 0")
        }
        return configuration
    }
}
