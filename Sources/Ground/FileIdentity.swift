import Glibc

/// The identity of a file or folder: two paths, or a path and an open file, lead to the same one if it is equal.
public struct FileIdentity: Sendable, Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// The file that a path leads to; `nil` if it cannot be found.
    public init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// An open file; `nil` if the descriptor is not open.
    init?(_ descriptor: CInt) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    fileprivate init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }

    /// Whether a line of `/proc/locks` names this file, as `08:01:1234`; the kernel's number of the device may differ from
    /// that of `stat`, so the inode decides.
    fileprivate func isNamed(by field: some StringProtocol) -> Bool {
        field.split(separator: ":").last.flatMap { ino_t($0) } == inode
    }

    /// The process that holds a file's lock by `flock`, as far as the kernel shows it to this process.
    func lockHolder() -> pid_t? {
        guard let locks = unsafe fopen("/proc/locks", "re") else { return nil }
        defer { unsafe fclose(locks) }
        var line = [CChar](repeating: 0, count: 256)
        while unsafe fgets(&line, CInt(line.count), locks) != nil {
            let bytes = line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
            let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
            // A process that waits for a lock has an arrow in the place of the kind.
            guard fields.count > 5, fields[1] == "FLOCK", isNamed(by: fields[5]) else { continue }
            // Zero, or less, is a process that this one cannot see.
            return pid_t(fields[4]).flatMap { $0 > 0 ? $0 : nil }
        }
        return nil
    }
}
