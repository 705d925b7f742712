public import FoundationEssentials
import Glibc

/// Files by their descriptors, read and written to the end whatever signals come; on failure, `errno` has the reason.
public enum Descriptor {
    /// Bytes from a place on, fewer where the file ends before; `nil` on failure.
    public static func read(_ descriptor: CInt, at start: Int = 0, count: Int) -> Data? {
        var bytes = Data(count: count)
        var filled = 0
        while filled < count {
            let got = unsafe bytes.withUnsafeMutableBytes { all in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: all[filled...])
                return unsafe pread(descriptor, rest.baseAddress, rest.count, start + filled)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { return nil }
            if got == 0 { break }
            filled += got
        }
        return bytes.prefix(filled)
    }

    /// The bytes of a regular file, at most a megabyte; `nil` if it cannot be read.
    ///
    /// It follows no link, and does not wait for a pipe or a device.
    public static func smallFile(_ path: String) -> Data? {
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return read(descriptor, count: 1 << 20)
    }

    /// The whole text of a file that the kernel makes while it is read, as those in `/proc`; `nil` if it cannot be read.
    ///
    /// Such a file has no size, and one call gives a page of it, which Foundation takes for all.
    public static func kernelText(_ path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = Data()
        while true {
            guard let more = read(descriptor, at: bytes.count, count: 16_384) else { return nil }
            guard !more.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
            bytes += more
        }
    }

    /// Writes all bytes, from a place on or else where the descriptor is; returns whether it did.
    public static func write(_ bytes: Data, to descriptor: CInt, at start: Int? = nil) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes[(bytes.startIndex + written)...].withUnsafeBytes { rest in
                if let start {
                    unsafe pwrite(descriptor, rest.baseAddress, rest.count, start + written)
                } else {
                    unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                }
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    /// Copies a file from where its descriptor is to its end; returns whether it did.
    public static func copy(_ source: CInt, to target: CInt) -> Bool {
        while true {
            let count = sendfile(target, source, nil, 1 << 30)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 }
        }
    }

    /// Waits until a file's bytes, or a folder's names, are on the disk; returns whether they are.
    public static func sync(_ path: String) -> Bool {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }
}
