import CIsolation
public import FoundationEssentials
import Glibc
import Ground

/// Bytes that this process hands to its children, which can read but never change them.
///
/// They are in memory that the kernel has sealed. It is freed once this object and the children that have it
/// are gone.
public final class SharedBytes: Sendable {
    let descriptor: Int32

    /// Copies bytes into sealed memory.
    public init(_ bytes: Data) throws(IsolationError) {
        let descriptor = unsafe bytes.withUnsafeBytes { bytes in
            unsafe headshot_share_bytes(bytes.baseAddress, bytes.count)
        }
        guard descriptor >= 0 else { throw .notShared(errno: errno) }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Copies the bytes that this process was given, and closes their descriptor; nil if they cannot be read.
    ///
    /// Call it once, and only in a process that was given some.
    public static func handedOver() -> Data? {
        let descriptor = Spawn.sharedDescriptor
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        // By offset, since all children share the descriptor's position.
        let bytes = Descriptor.read(descriptor, count: Int(status.st_size))
        guard let bytes, bytes.count == Int(status.st_size) else { return nil }
        return bytes
    }
}
