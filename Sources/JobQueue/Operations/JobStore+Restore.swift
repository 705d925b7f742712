public import Foundation
import GRDB
import Glibc

extension JobStore {
    /// Puts the content of a backup in place of the queue's, and parks what was paid since.
    ///
    /// One transaction: a crash leaves either the old content or the new, with what the payments journal knows. Processes
    /// that have the queue open go on with the new content; claims of the old one are not valid any more.
    ///
    /// - Parameters:
    ///   - backup: A file that ``backUp(to:)`` wrote; it stays as it is.
    ///   - aside: A file that does not exist yet, for the content that is replaced; `nil` if that is worth nothing.
    public func restore(
        from backup: String, keepingReplacedIn aside: String?
    ) async throws(JobQueueError) -> Reconciliation {
        let staging = "\(folder)/restoring.sqlite"
        Self.removeDatabase(staging)
        try Self.copy(backup, to: staging)
        defer { Self.removeDatabase(staging) }
        let source: DatabaseQueue
        do {
            source = try DatabaseQueue(path: staging)
            try source.inDatabase { db in try Self.prepare(db, path: backup) }
        } catch {
            throw JobQueueError(error, path: backup)
        }
        if let aside { try await keepContent(in: aside) }
        return try alone { [journal] target in
            try source.inDatabase { db in
                let reconciliation = try Self.align(journal, db)
                // What cannot be read tells nothing; the journal and the time still keep charged jobs' numbers apart.
                if let last = try? Self.lastID(target) { try Self.markUsed(last, db) }
                try db.backup(to: target)
                return reconciliation ?? Reconciliation()
            }
        }
    }

    /// Lets a job that a restore parked succeed, since what it made was saved after the backup.
    ///
    /// - Parameter outcome: What was made, as JSON.
    /// - Returns: Whether the job was one that a restore parked.
    public func keepResult(
        at path: String, _ outcome: String, of job: JobID, now: Date
    ) throws(JobQueueError) -> Bool {
        try write { db in
            let kept = try db.run(
                """
                UPDATE job SET state = 'succeeded', reason = ?, outcome = ?, result = ?
                WHERE id = ? AND state = 'uncertain' AND reason = ?
                """,
                [
                    JobEnd.succeededReason, outcome, path, job.rawValue,
                    UncertaintyReason.restored.rawValue,
                ])
            guard kept == 1 else { return false }
            if let charge = try Self.openCharge(of: job, db) {
                try Self.settle(ChargeEnd(id: charge.id, state: .paid), now: now, db)
            }
            return true
        } afterwards: { [journal] _, db in
            try Self.bringUpToDate(journal, db)
        }
    }

    /// Moves a queue that cannot be opened out of the way, so that another one can be made in its place.
    public static func moveAway(folder: String, to aside: String) throws(JobQueueError) {
        let path = "\(folder)/queue.sqlite"
        for suffix in ["-wal", "-shm", ""] {
            guard unsafe rename(path + suffix, aside + suffix) == 0 || errno == ENOENT else {
                throw .disk(path: path + suffix, detail: errnoText())
            }
        }
    }

    /// Looks a backup over before anything is replaced by it, and brings it up to date.
    private static func prepare(_ db: Database, path: String) throws {
        try Schema.check(db, path: path)
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        guard tables > 0 else { throw JobQueueError.notAQueue(path: path) }
        let problems = try String.fetchAll(db, sql: "PRAGMA integrity_check")
        if let problem = problems.first, problem != "ok" {
            throw JobQueueError.corrupt(path: path, detail: problem)
        }
        try transaction(db, Schema.migrate)
    }

    /// Keeps a copy of the content; one of a damaged file is made byte for byte.
    private func keepContent(in aside: String) async throws(JobQueueError) {
        do {
            try await backUp(to: aside)
        } catch .corrupt {
            try alone { [path] _ in
                for suffix in ["", "-wal"] where unsafe access(path + suffix, F_OK) == 0 {
                    try Self.copy(path + suffix, to: aside + suffix)
                }
            }
        }
    }

    private static func copy(_ file: String, to copy: String) throws(JobQueueError) {
        do {
            try FileManager.default.copyItem(atPath: file, toPath: copy)
        } catch {
            throw .cannotOpen(path: file, detail: (error as NSError).localizedDescription)
        }
        guard unsafe chmod(copy, 0o600) == 0 else { throw .disk(path: copy, detail: errnoText()) }
    }

    private static func removeDatabase(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unsafe unlink(path + suffix) }
    }
}
