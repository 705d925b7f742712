import Glibc
import Ground
import HeadshotWorker

/// Room that is kept in the home for the day on which its disk is full.
///
/// A queue cannot even be read without room for SQLite's own files. So a file of the home holds some blocks, and goes first
/// when the disk is full: then jobs can be looked up, and `prune` and `forget` make room. The process that needed it keeps it
/// again at its end, before what filled the disk takes that room, too.
struct DiskReserve {
    private let path: String
    private let folder: String
    private var isReleased = false

    init(_ home: HeadshotHome) {
        folder = home.root
        path = "\(home.root)/reserve"
    }

    /// Gives the room back if the disk is full, and keeps it if there is plenty.
    ///
    /// A failure is ignored: the reserve is a convenience, and what needs the disk reports for itself.
    mutating func uphold() {
        guard let free = FreeSpace.bytes(at: folder) else { return }
        if free < Self.least {
            isReleased = unsafe unlink(path) == 0
        } else if free >= Self.plenty {
            keep(Self.size)
        }
    }

    /// Keeps what is left of the room that was given back, once the queue is closed.
    func keepAgain() {
        guard isReleased, let free = FreeSpace.bytes(at: folder) else { return }
        keep(min(Self.size, free))
    }

    private func keep(_ bytes: Int) {
        guard bytes > 0, unsafe access(path, F_OK) != 0 else { return }
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        // Blocks, not a hole; one that got only some of them is worth that much.
        posix_fallocate(descriptor, 0, off_t(bytes))
        close(descriptor)
    }

    /// In bytes: SQLite's log and index for reading, and what removing in batches writes.
    private static let size = 4_000_000
    /// In bytes; less counts as full.
    private static let least = 2_000_000
    /// In bytes; so much that a reserve does not fill the disk itself.
    private static let plenty = 5 * size
}
