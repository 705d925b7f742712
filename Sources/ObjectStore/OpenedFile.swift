public import Foundation
import Glibc
import Ground

/// A regular file that was opened once, and not through a link: what was looked at is what is read.
public final class OpenedFile: Sendable {
    /// Its path, for errors.
    public let path: String
    /// The number of its bytes when it was opened.
    public let size: Int
    private let descriptor: CInt

    /// Opens a file; `nil` if there is none in a folder that can be read.
    ///
    /// It blocks. A link, a folder, a pipe or a device is ``StorageError/unusable(place:detail:)``, without waiting for it.
    public init?(_ path: String) throws(StorageError) {
        guard let descriptor = try Self.descriptor(of: path) else { return nil }
        do throws(StorageError) {
            size = try Self.size(of: descriptor, path)
            guard size <= Self.largest else {
                throw .unusable(
                    place: .file(path), detail: "it has \(size) bytes, more than any object")
            }
        } catch {
            close(descriptor)
            throw error
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Bytes from a place on; fewer at the end of the file, and where it has become shorter.
    ///
    /// It blocks.
    public func read(from start: Int = 0, atMost count: Int = .max) throws(StorageError) -> Data {
        let wanted = min(max(size - start, 0), count)
        return try DurableFile.readAll(wanted, from: descriptor, at: start, path: path)
    }

    /// Opens a regular file of any size; `nil` if there is none in a folder that can be read.
    static func descriptor(of path: String) throws(StorageError) -> CInt? {
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        if descriptor >= 0 {
            do throws(StorageError) {
                _ = try size(of: descriptor, path)
                return descriptor
            } catch {
                close(descriptor)
                throw error
            }
        }
        let code = errno
        switch code {
        case EAGAIN: return try Self.descriptor(ofLeased: path)
        case ENOENT, ELOOP, ENXIO:
            guard DurableFile.isUsable(path.parentFolder) else { break }
            if code == ENOENT { return nil }
            throw .unusable(place: .file(path), detail: code == ELOOP ? isLink : isNoFile)
        default: break
        }
        throw DurableFile.failure(path, code)
    }

    /// Opens a file that another program holds a lease on, as Samba does: waits until that is given back.
    ///
    /// Only a regular file has a lease. A descriptor of the path alone waits for none, and names the same file permanently.
    private static func descriptor(ofLeased path: String) throws(StorageError) -> CInt {
        let place = unsafe open(path, pathAlone | O_NOFOLLOW | O_CLOEXEC)
        guard place >= 0 else { throw DurableFile.failure(path) }
        defer { close(place) }
        _ = try size(of: place, path)
        let descriptor = unsafe open("/proc/self/fd/\(place)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DurableFile.failure(path) }
        return descriptor
    }

    /// The size of an open file; throws unless it is a regular one.
    private static func size(of descriptor: CInt, _ path: String) throws(StorageError) -> Int {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw DurableFile.failure(path) }
        try checkKind(status.st_mode, path)
        return status.st_size
    }

    /// Throws unless a mode is that of a regular file.
    static func checkKind(_ mode: mode_t, _ path: String) throws(StorageError) {
        switch mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw .unusable(place: .file(path), detail: SystemError.words(for: EISDIR))
        case S_IFLNK: throw .unusable(place: .file(path), detail: isLink)
        default: throw .unusable(place: .file(path), detail: isNoFile)
        }
    }

    /// In bytes; as much as is taken from a store over the network.
    private static let largest = 128 << 20

    /// `O_PATH`, which Swift does not see.
    private static let pathAlone: CInt = 0o10_000_000

    private static let isLink = "it is a symbolic link, which is not followed"
    private static let isNoFile = "it is not a regular file"
}
