import GRDB
import Glibc
import Ground

extension SQLiteEngine {
    /// Writes a consistent copy of the queue to a file that does not exist yet, and syncs it.
    func backUp(to file: String) async throws(JobQueueError) {
        try await onReader { db in
            guard try Self.makeFile(file) else {
                throw JobQueueError.cannotOpen(path: file, detail: "there is a file already")
            }
            do {
                try db.execute(sql: "VACUUM INTO ?", arguments: [file])
                try Self.sync(file)
            } catch {
                unsafe unlink(file)
                throw JobQueueError(error, path: file)
            }
        }
    }

    /// Waits until a file is on the disk; SQLite does not do this for a copy.
    private static func sync(_ file: String) throws(JobQueueError) {
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .disk(path: file, detail: SystemError.latest) }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .disk(path: file, detail: SystemError.latest) }
    }
}
