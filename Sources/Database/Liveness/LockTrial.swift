import Foundation
import Glibc
import Ground

extension FilePresence {
    /// Throws ``JobQueueError/unprovenLocks(path:)`` if the file system of a folder lets two openings have one lock.
    ///
    /// Creates and removes files in the folder, as a worker does: a file is locked, and then gets its name. On some mounts,
    /// such as those of bindfs, each name of a file has separate locks.
    package static func proveLocks(in folder: String) throws(JobQueueError) {
        // mkstemp writes a free name over the six letters; the array ends with a zero byte.
        var name = Array("\(folder)/.lock-trial-XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&name)
        guard descriptor >= 0 else { throw .cannotOpen(path: folder, detail: SystemError.latest) }
        Glibc.close(descriptor)
        let draft = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let path = draft + ".lock"
        defer {
            unsafe unlink(draft)
            unsafe unlink(path)
        }
        guard let file = LockFile(draft, .existing), file.takeIfFree(), file.takeByte(1),
            unsafe link(draft, path) == 0
        else { throw .cannotOpen(path: draft, detail: SystemError.latest) }
        guard file.isProven(at: path),
            LockFile(path, .existing)?.heldBytes(in: 0..<2) == [1]
        else { throw .unprovenLocks(path: folder) }
    }
}
