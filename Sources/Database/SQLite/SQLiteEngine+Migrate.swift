import Foundation
import Glibc
import Ground

extension SQLiteEngine {
    /// Migrates a checked queue; first keeps a copy of one that has content, so that an older program can go back to it.
    ///
    /// Only the newest copy is kept. Without room for it, nothing is changed.
    static func migrate(
        _ queue: SQLiteConnection, at path: String, to schema: Schema
    ) throws {
        let found = try Schema.version(of: queue.db)
        guard found < schema.format else { return }
        // A number that does not go with the tables: no step fits them.
        if let difference = try schema.differences(in: queue.db).first {
            throw JobQueueError.corrupt(path: path, detail: difference)
        }
        if found > 0 { try keepCopy(of: queue, at: path, before: schema.format) }
        try queue.migrate(to: schema)
        removeCopies(beside: path, before: schema.format)
    }

    private static func keepCopy(
        of queue: SQLiteConnection, at path: String, before format: Int
    ) throws(JobQueueError) {
        let copy = self.copy(of: path, before: format)
        let draft = copy + ".writing"
        // What a crash left.
        removeDatabase(draft)
        try checkRoom(for: queue, at: path)
        try Self.copy(queue.db, to: draft)
        guard unsafe rename(draft, copy) == 0 else {
            throw .disk(path: copy, detail: SystemError.latest)
        }
        try sync(path.parentFolder)
    }

    private static func checkRoom(
        for queue: SQLiteConnection, at path: String
    ) throws(JobQueueError) {
        // The copy, and the log of a migration that writes every page.
        let needed = 2 * (try queue.bytes(path: path))
        guard let free = FreeSpace.bytes(at: path.parentFolder) else {
            throw .disk(path: path, detail: SystemError.latest)
        }
        guard free >= needed else { throw .noRoom(path: path, needed: needed, free: free) }
    }

    /// Removes the copies of earlier migrations; one that cannot be removed does no harm.
    private static func removeCopies(beside path: String, before format: Int) {
        for older in 1..<format { unsafe unlink(copy(of: path, before: older)) }
    }
}

extension SQLiteEngine {
    /// How the names of copies begin that were kept of queues before they were migrated; the new format follows.
    package static let copyPrefix = "queue-before-"

    /// Where a copy of a queue lies that was kept before it was migrated to a format.
    package static func copy(of path: String, before format: Int) -> String {
        "\(path.parentFolder)/\(copyPrefix)\(format).sqlite"
    }
}
