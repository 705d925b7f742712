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

    /// Opens the file, for this user only; nil if that fails, as it does for a symbolic link.
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

    /// Sets the file's time to now, which wakes no process that watches the file; a failure is ignored.
    public func noteTime() { futimens(descriptor, nil) }

    /// Whether a path leads to this very file: not if the file was removed, or replaced by another one.
    public func isNamed(_ path: String) -> Bool {
        FileIdentity(path).map { $0 == FileIdentity(descriptor) } ?? false
    }

    /// The file that is open.
    public var identity: FileIdentity? { FileIdentity(descriptor) }

    /// The process that holds the lock now, such as `headshot (process 1234)`; `nil` if the kernel does not show it.
    public var holder: String? {
        guard let process = identity?.lockHolder() else { return nil }
        guard let name = unsafe fopen("/proc/\(process)/comm", "re") else {
            return "process \(process)"
        }
        defer { unsafe fclose(name) }
        var line = [CChar](repeating: 0, count: 64)
        unsafe fgets(&line, CInt(line.count), name)
        let bytes = line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:))
        return "\(String(decoding: bytes, as: UTF8.self)) (process \(process))"
    }
}

extension LockFile {
    /// Whether the file system keeps a second opening of the file from the lock that this one holds.
    ///
    /// Some mounts give each opening, or each name of a file, separate locks: there, no lock proves anything.
    public func isProven(at path: String) -> Bool {
        guard let other = LockFile(path, .existing), other.identity == identity else {
            return false
        }
        return !other.takeIfFree()
    }
}

/// Locks on single bytes of a lock file, which need not be there: each stands for something else than the file's own lock.
///
/// Unlike a file, no program that tidies up can remove one while its holder lives.
extension LockFile {
    /// Takes the lock of a byte; whether that worked.
    public func takeByte(_ offset: Int64) -> Bool {
        var lock = Self.byteLock(from: offset, count: 1)
        return unsafe fcntl(descriptor, Self.setByteLock, &lock) == 0
    }

    /// Releases the lock of a byte.
    public func releaseByte(_ offset: Int64) {
        var lock = Self.byteLock(from: offset, count: 1)
        lock.l_type = Int16(F_UNLCK)
        _ = unsafe fcntl(descriptor, Self.setByteLock, &lock)
    }

    /// The bytes of a range whose locks other openings of the file hold; `nil` if the kernel does not say.
    public func heldBytes(in range: Range<Int64>) -> [Int64]? {
        var held: [Int64] = []
        var open = [range]
        while let part = open.popLast() {
            guard !part.isEmpty else { continue }
            var lock = Self.byteLock(
                from: part.lowerBound, count: part.upperBound - part.lowerBound)
            guard unsafe fcntl(descriptor, Self.getByteLock, &lock) == 0 else { return nil }
            guard lock.l_type != Int16(F_UNLCK) else { continue }
            // Neighbours of one holder are one lock.
            let (start, length) = (Int64(lock.l_start), Int64(lock.l_len))
            let first = max(start, part.lowerBound)
            // A length of zero reaches to the end of any file.
            let end = length == 0 ? part.upperBound : min(start + length, part.upperBound)
            held += first..<end
            open += [part.lowerBound..<first, end..<part.upperBound]
        }
        return held
    }

    /// `F_OFD_GETLK` and `F_OFD_SETLK` of fcntl(2), which Glibc's module does not export.
    private static let getByteLock: CInt = 36
    private static let setByteLock: CInt = 37

    private static func byteLock(from offset: Int64, count: Int64) -> flock {
        flock(
            l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: off_t(offset),
            l_len: off_t(count), l_pid: 0)
    }
}
