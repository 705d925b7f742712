import Foundation
import Glibc
import Ground

/// The files in a folder, sorted by content into photos and everything else.
public struct PhotoFolder: Sendable, Equatable {
    /// The paths of files that start like a photo or cannot be read, sorted by name.
    public let photos: [String]
    /// The names of everything else: other files, links, folders.
    public let others: [String]

    /// Reads the first bytes of every file in a folder; does not descend into subfolders.
    public static func read(at path: String) async throws(ValidationError) -> PhotoFolder {
        try await BlockingFiles.run { () throws(ValidationError) in
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
        // An unreadable file is reported by the code that reads it next; a link does not count as a file of the
        // folder.
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

    /// In bytes; longer than any format's signature and brands.
    private static let beginning = 4096
}
