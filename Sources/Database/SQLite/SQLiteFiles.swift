import CrashPoints
import Glibc
import Ground

/// The queue's files as the system sees them.
extension SQLiteEngine {
    /// Creates the queue's file if needed; refuses anything that is not a file.
    ///
    /// A file that exists is never opened here: closing it would drop the locks of SQLite's own descriptors.
    static func makeQueueFile(_ path: String) throws(JobQueueError) {
        if try makeFile(path) { return }
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .notAQueue(path: path)
        }
    }

    /// Whether a file exists and belongs to the current user.
    static func isOwn(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_uid == geteuid()
    }

    /// Creates an empty file that only its owner can read; SQLite would create one that everybody can.
    ///
    /// - Returns: Whether it was created; an existing file is not touched.
    static func makeFile(_ path: String) throws(JobQueueError) -> Bool {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            guard errno == EEXIST else { throw .cannotOpen(path: path, detail: SystemError.latest) }
            return false
        }
        Glibc.close(descriptor)
        CrashPoint.reach(.queueFileMade)
        return true
    }
}

extension SQLiteEngine {
    /// Throws ``JobQueueError/wrongOwner(path:owner:)`` if a home, or the queue in it, belongs to another user.
    ///
    /// Root could open or create it, but would leave files that the owner's processes cannot write. Call this before
    /// anything is created in the home. The owner of the queue decides; before there is a queue, that of the home, and
    /// before there is a home, that of the folder in which it would be created.
    package static func checkOwner(of home: String) throws(JobQueueError) {
        var status = stat()
        for path in ["\(home)/queue.sqlite", home] where unsafe lstat(path, &status) == 0 {
            // A home may be a link that somebody else made.
            if path == home, unsafe stat(path, &status) != 0 { return }
            guard status.st_uid != geteuid() else { return }
            throw .wrongOwner(path: path, owner: status.st_uid)
        }
        // Only root can create a home in another user's folder without being let in.
        guard geteuid() == 0 else { return }
        var folder = home
        repeat {
            folder = folder.parentFolder
        } while unsafe stat(folder, &status) != 0
            && folder != folder.parentFolder
        let isShared = status.st_mode & S_ISVTX != 0
        guard status.st_uid != 0, !isShared else { return }
        throw .wrongOwner(path: folder, owner: status.st_uid)
    }
}
