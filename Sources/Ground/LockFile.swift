import Glibc

/// A file by whose lock processes exclude each other; the kernel frees the lock when the process ends.
///
/// A failed call leaves its reason in `errno`, which ``SystemError/latest`` puts into words.
public struct LockFile: ~Copyable, Sendable {
    /// Which file to open.
    public enum Opening: Sendable {
        /// The file, created if there is none.
        case any
        /// A file that is there.
        case existing
        /// A file that was not there before.
        case new
    }

    private let descriptor: CInt

    /// Opens the file, for this user only; nil if that fails, also if the path is a symbolic link.
    public init?(_ path: String, _ opening: Opening = .any) {
        let creation: CInt =
            switch opening {
            case .any: O_CREAT
            case .existing: 0
            case .new: O_CREAT | O_EXCL
            }
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | creation, 0o600)
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Takes the lock, and waits for it; whether that worked.
    public func take() -> Bool { flock(descriptor, LOCK_EX) == 0 }

    /// Takes the lock, alone or beside others that share it, unless another process has it; whether that worked.
    public func takeIfFree(shared: Bool = false) -> Bool {
        flock(descriptor, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0
    }

    /// Releases the lock.
    public func release() { flock(descriptor, LOCK_UN) }

    /// Writes a byte, which wakes every process that watches the file; a failure is ignored.
    public func touch() {
        var byte: UInt8 = 0
        unsafe pwrite(descriptor, &byte, 1, 0)
    }

    /// Writes what other processes may know of the holder; a failure is ignored.
    public func write(_ text: String) {
        let bytes = Array(text.utf8)
        unsafe pwrite(descriptor, bytes, bytes.count, 0)
    }

    /// Whether the file was removed since it was opened.
    public var isRemoved: Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_nlink == 0
    }
}
