import Foundation
import GRDB
import Glibc
import Ground

extension SQLiteEngine {
    /// Writes a consistent copy of the queue to a file that does not exist yet, and syncs it.
    func backUp(to file: String) async throws(JobQueueError) {
        try await onReader { db in try Self.copy(db, to: file) }
    }

    /// Copies a database to a file that does not exist yet, and syncs it.
    static func copy(_ db: Database, to file: String) throws(JobQueueError) {
        guard try makeFile(file) else {
            throw .cannotOpen(path: file, detail: "there is a file already")
        }
        do {
            try db.execute(sql: "VACUUM INTO ?", arguments: [file])
            try sync(file)
            // The copy's name, too.
            try sync(file.parentFolder)
        } catch {
            unsafe unlink(file)
            throw JobQueueError(error, path: file)
        }
    }

    /// Waits until a file or a folder's names are on the disk; SQLite does this for a copy, but does not promise it.
    static func sync(_ file: String) throws(JobQueueError) {
        guard Descriptor.sync(file) else { throw .disk(path: file, detail: SystemError.latest) }
    }
}
