import CrashPoints
import Foundation
import Glibc

/// Atomic and durable file operations: a file is there whole or not at all; all calls block.
enum DurableFile {
    /// Creates a file; when this returns, it survives a power cut.
    ///
    /// - Returns: `false` if a file of that name was there already; it is left as it was.
    static func create(_ path: String, _ bytes: Data) throws(WorkerError) -> Bool {
        let folder = folder(of: path)
        // A file was synced before it got its name; the name may be from another process and not synced yet.
        if unsafe access(path, F_OK) == 0 {
            try syncFolder(folder)
            return false
        }
        let temporary = try writeTemporary(bytes, in: folder)
        defer { unsafe unlink(temporary) }
        guard try name(temporary, path) else { return false }
        CrashPoint.reach(.fileNamed)
        try syncFolder(folder)
        return true
    }

    /// Writes a file, replacing one of that name.
    static func replace(_ path: String, _ bytes: Data) throws(WorkerError) {
        let temporary = try writeTemporary(bytes, in: folder(of: path))
        do throws(WorkerError) {
            try rename(temporary, over: path)
        } catch {
            unsafe unlink(temporary)
            throw error
        }
    }

    /// Renames a synced file over another; when this returns, the new name survives a power cut.
    static func rename(_ draft: String, over path: String) throws(WorkerError) {
        guard unsafe Glibc.rename(draft, path) == 0 else { throw failure(path) }
        CrashPoint.reach(.fileNamed)
        try syncFolder(folder(of: path))
    }

    /// Gives a file one more name, or renames it if the file system has no hard links.
    ///
    /// - Returns: `false` if that name is taken.
    static func name(_ draft: String, _ path: String) throws(WorkerError) -> Bool {
        // A link fails if the name is taken, where a plain rename would overwrite.
        if unsafe link(draft, path) == 0 { return true }
        if errno == EPERM || errno == EOPNOTSUPP {
            // An empty file takes the name first, so that nothing else can be overwritten.
            let taken = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if taken >= 0 {
                close(taken)
                guard unsafe Glibc.rename(draft, path) == 0 else { throw failure(path) }
                return true
            }
        }
        guard errno == EEXIST else { throw failure(path) }
        return false
    }

    /// A name for a new temporary file, for callers that write it themselves.
    static func draftName(in folder: String) throws(WorkerError) -> String {
        let (descriptor, path) = try makeTemporary(in: folder)
        close(descriptor)
        unsafe unlink(path)
        return path
    }

    /// Copies a file, or gives it one more name; for callers that only ever replace the file.
    static func duplicate(_ path: String, as other: String) throws(WorkerError) {
        if unsafe link(path, other) == 0 { return }
        do {
            try FileManager.default.copyItem(atPath: path, toPath: other)
        } catch {
            unsafe unlink(other)
            throw .disk(path: path, detail: (error as NSError).localizedDescription)
        }
    }

    /// Syncs a file's content.
    static func sync(_ path: String) throws(WorkerError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    /// Replaces a file atomically as long as the system runs; a power cut may spoil it.
    static func replaceUnsynced(_ path: String, _ bytes: Data) throws(WorkerError) {
        let (descriptor, temporary) = try makeTemporary(in: folder(of: path))
        defer { close(descriptor) }
        CrashPoint.reach(.unsyncedDraftMade)
        do throws(WorkerError) {
            try writeAll(bytes, to: descriptor, path: temporary)
            guard unsafe Glibc.rename(temporary, path) == 0 else { throw failure(path) }
        } catch {
            unsafe unlink(temporary)
            throw error
        }
    }

    /// Reads a whole file; `nil` if it does not exist in a readable folder.
    static func read(_ path: String) throws(WorkerError) -> Data? {
        // Foundation opens without waiting, which fails while another program holds a lease, as Samba does.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOENT, isUsable(folder(of: path)) { return nil }
            throw failure(path, code)
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path) }
        return try readAll(status.st_size, from: descriptor, path: path)
    }

    /// Removes a file, if it exists.
    static func remove(_ path: String) throws(WorkerError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
    }

    /// Makes the removal of files durable; skips a folder that no longer exists.
    static func syncRemovals(of paths: [String]) throws(WorkerError) {
        for folder in Set(paths.map(folder(of:))) where unsafe access(folder, F_OK) == 0 {
            try syncFolder(folder)
        }
    }

    /// Throws if no file can be made in a folder.
    static func checkWritable(_ folder: String) throws(WorkerError) {
        let (descriptor, path) = try makeTemporary(in: folder)
        close(descriptor)
        unsafe unlink(path)
    }

    /// The prefix of files that are being written; a sweep may remove old ones.
    static let temporaryPrefix = ".writing-"

    private static func writeTemporary(
        _ bytes: Data, in folder: String
    ) throws(WorkerError) -> String {
        let (descriptor, path) = try makeTemporary(in: folder)
        defer { close(descriptor) }
        CrashPoint.reach(.draftMade)
        do throws(WorkerError) {
            try writeAll(bytes, to: descriptor, path: path)
            guard fsync(descriptor) == 0 else { throw machineFailure(path) }
        } catch {
            unsafe unlink(path)
            throw error
        }
        CrashPoint.reach(.draftSynced)
        return path
    }

    private static func makeTemporary(
        in folder: String
    ) throws(WorkerError) -> (descriptor: CInt, path: String) {
        // mkstemp replaces the six letters by a free name; the array is private and ends with a zero byte.
        var name = Array("\(folder)/\(temporaryPrefix)XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&name)
        let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard descriptor >= 0 else { throw machineFailure(path) }
        return (descriptor, path)
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
            guard count > 0 else { throw machineFailure(path) }
            written += count
        }
    }

    private static func readAll(
        _ size: Int, from descriptor: CInt, path: String
    ) throws(WorkerError) -> Data {
        var bytes = Data(count: size)
        var filled = 0
        while filled < size {
            let count = unsafe bytes.withUnsafeMutableBytes { all in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: all[filled...])
                return unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(path) }
            // A file of ours never shrinks; one that a user edits may.
            guard count > 0 else { break }
            filled += count
        }
        return bytes.prefix(filled)
    }

    /// Syncs a folder's entries.
    static func syncFolder(_ folder: String) throws(WorkerError) {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw machineFailure(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw machineFailure(folder) }
    }

    static func folder(of path: String) -> String {
        URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    }

    /// Classifies an error: whether only this file is unusable, or every file of its folder.
    private static func failure(_ path: String, _ code: CInt = errno) -> WorkerError {
        let detail = unsafe String(cString: strerror(code))
        guard !machineErrors.contains(code), isUsable(folder(of: path)) else {
            return .disk(path: path, detail: detail)
        }
        return .unusableFile(path: path, detail: detail)
    }

    private static func machineFailure(_ path: String) -> WorkerError {
        .disk(path: path, detail: unsafe String(cString: strerror(errno)))
    }

    /// Errors of the machine, whatever the file.
    private static let machineErrors: Set<CInt> = [
        ENOSPC, EROFS, EDQUOT, EMFILE, ENFILE, ENOMEM,
    ]

    /// Whether a folder can be listed and its files reached.
    private static func isUsable(_ folder: String) -> Bool {
        guard unsafe access(folder, R_OK | X_OK) == 0, let stream = unsafe opendir(folder) else {
            return false
        }
        defer { unsafe closedir(stream) }
        // There is always an entry for the folder itself, unless the disk cannot be read.
        return unsafe readdir(stream) != nil
    }
}
