import GRDB
import Glibc

extension JobStore {
    /// Writes a consistent copy of the queue to a file that does not exist yet, while workers go on.
    ///
    /// When it returns, the copy is on the disk.
    public nonisolated func backUp(to file: String) async throws(JobQueueError) {
        try await read { db in
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

    /// Waits until a file is on the disk; SQLite does not for a copy.
    private static func sync(_ file: String) throws(JobQueueError) {
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .disk(path: file, detail: errnoText()) }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .disk(path: file, detail: errnoText()) }
    }
}
