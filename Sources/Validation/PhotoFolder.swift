import FoundationEssentials
import Glibc
import Ground

/// The files in a folder, sorted by content into photos and everything else.
public struct PhotoFolder: Sendable, Equatable {
    /// Why something in a folder is not taken as a photo.
    public enum Reason: Sendable, CaseIterable {
        /// A link may lead anywhere, also to a photo that the folder has under another name.
        case link
        /// Folders inside are not searched.
        case folder
        /// A pipe, a socket or a device.
        case special
        /// A file with other content.
        case notPhoto
    }

    /// The paths of files that start like a photo or cannot be read, sorted by name; texts of ``PathText``.
    public let photos: [String]
    /// The names of everything else, by the reason.
    public let others: [Reason: [String]]

    /// Reads the first bytes of every file in a folder; does not descend into subfolders.
    public static func read(at path: String) async throws(ValidationError) -> PhotoFolder {
        try await BlockingFiles.run { () throws(ValidationError) in
            var photos: [String] = []
            var others: [Reason: [String]] = [:]
            for name in try names(in: path).sorted() {
                let file = path.utf8.last == UInt8(ascii: "/") ? path + name : "\(path)/\(name)"
                if let reason = reasonAgainst(file) {
                    others[reason, default: []].append(name)
                } else {
                    photos.append(file)
                }
            }
            return PhotoFolder(photos: photos, others: others)
        }
    }

    /// The names of all that is in a folder, whatever their bytes.
    private static func names(in path: String) throws(ValidationError) -> [String] {
        guard let folder = PathText.bytes(of: path) else { throw .fileNotFound(path: path) }
        guard let stream = unsafe opendir(folder) else { throw failure(errno, at: path) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            // Only it says whether the folder has ended or cannot be read.
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
                unsafe Array(name.prefix { $0 != 0 })
            }
            let name = PathText.text(of: bytes)
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw failure(errno, at: path) }
        return names
    }

    private static func failure(_ errno: CInt, at path: String) -> ValidationError {
        switch errno {
        case ENOENT, ENOTDIR: .fileNotFound(path: path)
        case EACCES, EPERM: .permissionDenied(path: path)
        default: .fileUnreadable(path: path, errno: errno)
        }
    }

    /// Why a file is not taken as a photo; nil for a photo.
    private static func reasonAgainst(_ path: String) -> Reason? {
        guard let name = PathText.bytes(of: path) else { return .notPhoto }
        let descriptor = unsafe open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            return switch errno {
            // The code that reads it next reports it.
            case EACCES: nil
            case ELOOP: .link
            case ENXIO: .special
            default: .notPhoto
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return .notPhoto }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: return .folder
        default: return .special
        }
        var start = [UInt8](repeating: 0, count: beginning)
        let count = unsafe pread(descriptor, &start, start.count, 0)
        guard count >= 0 else { return nil }
        if case .photo = FileContent(of: Data(start.prefix(count))) { return nil }
        return .notPhoto
    }

    /// In bytes; longer than any format's signature and brands.
    private static let beginning = 4096
}
