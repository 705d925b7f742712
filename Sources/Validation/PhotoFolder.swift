import Foundation
import Glibc

/// What lies in a folder: photos, told by content, and everything else.
public struct PhotoFolder: Sendable, Equatable {
    /// The paths of files that begin as a photo does or cannot be read, in the order of their names.
    public let photos: [String]
    /// The names of all else: other files, links, folders.
    public let others: [String]

    /// Looks at the first bytes of every file in a folder; folders in it are not looked into.
    public static func read(at path: String) async throws(ValidationError) -> PhotoFolder {
        try await ImageLane.run { () throws(ValidationError) in
            var photos: [String] = []
            var others: [String] = []
            for name in try names(in: path) {
                let file = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
                if isPhoto(file) { photos.append(file) } else { others.append(name) }
            }
            return PhotoFolder(photos: photos, others: others)
        }
    }

    private static func names(in path: String) throws(ValidationError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch CocoaError.fileReadNoSuchFile {
            throw .fileNotFound(path: path)
        } catch CocoaError.fileReadNoPermission {
            throw .permissionDenied(path: path)
        } catch {
            throw .fileUnreadable(path: path, errno: errno)
        }
    }

    private static func isPhoto(_ path: String) -> Bool {
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        // Whoever reads it next says what is wrong; a link is no file of the folder.
        guard descriptor >= 0 else { return errno == EACCES }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        var start = [UInt8](repeating: 0, count: beginning)
        let count = unsafe pread(descriptor, &start, start.count, 0)
        guard count >= 0 else { return true }
        if case .photo = FileContent(of: Data(start.prefix(count))) { return true }
        return false
    }

    /// Bytes; more than any format's signature and brands.
    private static let beginning = 4096
}
