import Foundation
import Glibc

/// A lease on a file: the kernel holds every other process that opens it until the lease is given back.
///
/// It does so for /proc/sys/fs/lease-break-time seconds, 45 unless changed, which is longer than a test needs.
public struct FileLease: ~Copyable {
    private let descriptor: CInt

    /// `F_SETSIG` and `F_SETLEASE` of Linux, which the C library hides behind a macro that Swift does not set.
    private static let setSignal: CInt = 10
    private static let setLease: CInt = 1024

    /// Takes a lease on a file of our own that nobody has open.
    public init(_ path: String) throws {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        // The kernel tells the holder by a signal; this one is ignored where nobody handles it.
        guard descriptor >= 0, fcntl(descriptor, Self.setSignal, SIGWINCH) == 0,
            fcntl(descriptor, Self.setLease, Int32(F_WRLCK)) == 0
        else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    /// Gives the lease back; so does whatever lets go of it.
    public consuming func release() {}

    deinit { close(descriptor) }
}
