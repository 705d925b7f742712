import Foundation
import GRDB
import Glibc
import Ground

/// A copy of a backup beside the queue, checked and migrated, before it replaces the queue's content.
package struct StagedBackup {
    let path: String
    fileprivate let queue: DatabaseQueue

    /// Removes the copy.
    package func remove() {
        try? queue.close()
        SQLiteEngine.removeDatabase(path)
    }
}

extension SQLiteEngine {
    /// Copies a backup beside the queue, refuses it unless it is a sound queue and nothing else, and migrates the copy.
    package func stage(_ backup: String) throws(JobQueueError) -> StagedBackup {
        let staging = "\(path.parentFolder)/restoring.sqlite"
        Self.removeDatabase(staging)
        try Self.copy(backup, to: staging)
        do {
            var configuration = Configuration()
            configuration.distrust()
            let queue = try DatabaseQueue(path: staging, configuration: configuration)
            try queue.inDatabase { db in try prepare(db, path: backup) }
            return StagedBackup(path: staging, queue: queue)
        } catch {
            Self.removeDatabase(staging)
            throw JobQueueError(error, path: backup)
        }
    }

    /// Replaces the content by a staged backup, in one transaction.
    ///
    /// - Parameter prepare: Called under the lock with the staged content and the present one.
    package func replaceContent<Value>(
        by backup: StagedBackup,
        prepare: (_ staged: SQLiteConnection, _ present: SQLiteConnection) throws -> Value
    ) throws(JobQueueError) -> Value {
        try alone { present in
            try backup.queue.inDatabase { db in
                let value = try prepare(SQLiteConnection(db: db), present)
                try db.backup(to: present.db)
                return value
            }
        }
    }

    /// Keeps a byte-for-byte copy of the content, if there is a file.
    package func copyContent(to aside: String) throws(JobQueueError) {
        try alone { _ in
            for suffix in ["", "-wal"] where unsafe access(path + suffix, F_OK) == 0 {
                try Self.copy(path + suffix, to: aside + suffix)
            }
        }
    }

    /// Moves a queue file that cannot be opened out of the way, with its log and other files.
    package static func moveAway(folder: String, to aside: String) throws(JobQueueError) {
        let path = "\(folder)/queue.sqlite"
        for suffix in ["-wal", "-shm", ""] {
            guard unsafe rename(path + suffix, aside + suffix) == 0 || errno == ENOENT else {
                throw .disk(path: path + suffix, detail: SystemError.latest)
            }
        }
    }

    /// Checks a backup before it replaces anything, and migrates it.
    private func prepare(_ db: Database, path: String) throws {
        try schema.check(db, path: path)
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        guard tables > 0 else { throw JobQueueError.notAQueue(path: path) }
        func refuse(_ problems: [String]) throws {
            guard let problem = problems.first else { return }
            throw JobQueueError.corrupt(path: path, detail: problem)
        }
        // Before anything of it runs.
        try refuse(schema.differences(in: db))
        try db.execute(sql: "PRAGMA trusted_schema = ON")
        try refuse(Self.damage(db))
        try SQLiteConnection(db: db).migrate(to: schema)
        try refuse(schema.strangers(SQLiteTransaction(db)))
    }

    /// Copies a regular file; never waits for a pipe or a device.
    private static func copy(_ file: String, to copy: String) throws(JobQueueError) {
        let source = unsafe open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard source >= 0 else { throw .cannotOpen(path: file, detail: SystemError.latest) }
        defer { Glibc.close(source) }
        var status = stat()
        guard unsafe fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .notAQueue(path: file)
        }
        guard try makeFile(copy), let output = FileHandle(forWritingAtPath: copy) else {
            throw .cannotOpen(path: copy, detail: "there is a file already")
        }
        defer { try? output.close() }
        guard Descriptor.copy(source, to: output.fileDescriptor) else {
            throw .disk(path: copy, detail: SystemError.latest)
        }
    }

    static func removeDatabase(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unsafe unlink(path + suffix) }
    }
}
