import Foundation
import Glibc

/// Files that are there whole or not at all, whatever happens; all calls block.
enum DurableFile {
    /// Writes a file that must not exist; when this returns, it survives a power cut.
    ///
    /// - Returns: `false` if a file of that name was there already; it is left as it was.
    static func create(_ path: String, _ bytes: Data) throws(WorkerError) -> Bool {
        let folder = folder(of: path)
        let temporary = try writeTemporary(bytes, in: folder)
        defer { unsafe unlink(temporary) }
        // A link fails if the name is taken, where a rename would overwrite.
        if unsafe link(temporary, path) != 0 {
            guard errno == EEXIST else { throw failure(path) }
            return false
        }
        try syncFolder(folder)
        return true
    }

    /// Writes a file in place of another of that name.
    static func replace(_ path: String, _ bytes: Data) throws(WorkerError) {
        let folder = folder(of: path)
        let temporary = try writeTemporary(bytes, in: folder)
        guard unsafe rename(temporary, path) == 0 else {
            let error = failure(path)
            unsafe unlink(temporary)
            throw error
        }
        try syncFolder(folder)
    }

    /// Reads a whole file; `nil` if there is none.
    static func read(_ path: String) throws(WorkerError) -> Data? {
        do {
            return try Data(contentsOf: URL(filePath: path))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            throw .disk(path: path, detail: (error as NSError).localizedDescription)
        }
    }

    /// Removes a file, if it is there.
    static func remove(_ path: String) throws(WorkerError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
    }

    /// The prefix of files that are being written; a sweep may remove old ones.
    static let temporaryPrefix = ".writing-"

    private static func writeTemporary(
        _ bytes: Data, in folder: String
    ) throws(WorkerError) -> String {
        var name = Array("\(folder)/\(temporaryPrefix)XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&name)
        let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        do throws(WorkerError) {
            try writeAll(bytes, to: descriptor, path: path)
            guard fsync(descriptor) == 0 else { throw failure(path) }
        } catch {
            unsafe unlink(path)
            throw error
        }
        return path
    }

    private static func writeAll(
        _ bytes: Data, to descriptor: CInt, path: String
    ) throws(WorkerError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes[(bytes.startIndex + written)...].withUnsafeBytes { rest in
                unsafe write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(path) }
            written += count
        }
    }

    private static func syncFolder(_ folder: String) throws(WorkerError) {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(folder) }
    }

    private static func folder(of path: String) -> String {
        URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    }

    private static func failure(_ path: String) -> WorkerError {
        .disk(path: path, detail: unsafe String(cString: strerror(errno)))
    }
}
