import Glibc
import Ground
import HeadshotWorker

/// Room that is kept in the home for the day on which its disk is full.
///
/// A queue cannot even be read without room for SQLite's own files. So a file of the home holds some blocks, and goes first
/// when the disk is full: then jobs can be looked up, and `prune` and `forget` make room.
struct DiskReserve {
    private let path: String
    private let folder: String

    init(_ home: HeadshotHome) {
        folder = home.root
        path = "\(home.root)/reserve"
    }

    /// Gives the room back if the disk is full, and keeps it again once there is plenty.
    ///
    /// A failure is ignored: the reserve is a convenience, and what needs the disk reports for itself.
    func uphold() {
        guard let free = FreeSpace.bytes(at: folder) else { return }
        if free < Self.least {
            unsafe unlink(path)
        } else if free >= Self.plenty, unsafe access(path, F_OK) != 0 {
            let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return }
            // Blocks, not a hole; one that got only some of them is worth that much.
            posix_fallocate(descriptor, 0, off_t(Self.size))
            close(descriptor)
        }
    }

    /// In bytes: SQLite's log and index for reading, and what removing in batches writes.
    private static let size = 4_000_000
    /// In bytes; less counts as full.
    private static let least = 2_000_000
    /// In bytes; twice what a drain wants to be free.
    private static let plenty = 128_000_000
}
