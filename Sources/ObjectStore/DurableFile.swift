import CrashPoints
public import Foundation
import Glibc
import Ground

/// Files that are there whole or not at all, whatever happens; all calls block.
public enum DurableFile {
    /// Writes a file that must not exist; when this returns, it survives a power cut.
    ///
    /// - Returns: `false` if a file of that name was there already; it is left as it was.
    public static func create(_ path: String, _ bytes: Data) throws(StorageError) -> Bool {
        let folder = path.parentFolder
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

    /// Writes a file in place of another of that name.
    public static func replace(_ path: String, _ bytes: Data) throws(StorageError) {
        let temporary = try writeTemporary(bytes, in: path.parentFolder)
        do throws(StorageError) {
            try rename(temporary, over: path)
        } catch {
            unsafe unlink(temporary)
            throw error
        }
    }

    /// Gives a synced file the name of another, which goes; when this returns, that survives a power cut.
    public static func rename(_ draft: String, over path: String) throws(StorageError) {
        guard unsafe Glibc.rename(draft, path) == 0 else { throw failure(path) }
        CrashPoint.reach(.fileNamed)
        try syncFolder(path.parentFolder)
    }

    /// Gives a file one more name, or renames it if the file system has no hard links.
    ///
    /// - Returns: `false` if that name is taken.
    public static func name(_ draft: String, _ path: String) throws(StorageError) -> Bool {
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

    /// Finds a temporary name, for callers that write the file themselves; throws if none can be made in the folder.
    public static func draftName(in folder: String) throws(StorageError) -> String {
        let (descriptor, path) = try makeTemporary(in: folder)
        close(descriptor)
        unsafe unlink(path)
        return path
    }

    /// Writes a file that never gets its final name, unless a sweep removes it before; a power cut may spoil it.
    public static func draft(_ bytes: Data, in folder: String) throws(StorageError) -> String {
        let (descriptor, path) = try makeTemporary(in: folder)
        defer { close(descriptor) }
        do throws(StorageError) {
            try writeAll(bytes, to: descriptor, path: path)
        } catch {
            unsafe unlink(path)
            throw error
        }
        return path
    }

    /// Makes another file with the bytes of one, or gives it one more name, for callers that only ever replace it.
    public static func duplicate(_ path: String, as other: String) throws(StorageError) {
        if unsafe link(path, other) == 0 { return }
        do {
            try FileManager.default.copyItem(atPath: path, toPath: other)
        } catch {
            unsafe unlink(other)
            throw .unavailable(place: .file(path), detail: (error as NSError).localizedDescription)
        }
    }

    /// Copies a file of any size in place of another one, and opens it as ``OpenedFile`` does; when this returns, the copy
    /// survives a power cut.
    public static func copy(_ path: String, over other: String) throws(StorageError) {
        let (target, draft) = try makeTemporary(in: other.parentFolder)
        defer { close(target) }
        do throws(StorageError) {
            guard let source = try OpenedFile.descriptor(of: path) else {
                throw failure(path, ENOENT)
            }
            defer { close(source) }
            guard Descriptor.copy(source, to: target), fsync(target) == 0 else {
                throw failure(other)
            }
            try rename(draft, over: other)
        } catch {
            unsafe unlink(draft)
            throw error
        }
    }

    /// Writes what is in a file to the disk.
    public static func sync(_ path: String) throws(StorageError) {
        guard Descriptor.sync(path) else { throw failure(path) }
    }

    /// Reads a file, or its first bytes, as ``OpenedFile`` does; `nil` if there is none in a folder that can be read.
    public static func read(
        _ path: String, atMost most: Int = .max
    ) throws(StorageError) -> Data? {
        try OpenedFile(path)?.read(atMost: most)
    }

    /// The bytes of an open file from its beginning, wherever its position is.
    static func read(_ descriptor: CInt, path: String) throws(StorageError) -> Data {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path) }
        return try readAll(status.st_size, from: descriptor, path: path)
    }

    /// Removes a file, if it is there.
    public static func remove(_ path: String) throws(StorageError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
    }

    /// Makes it last that files were removed; a folder that went with them is passed over.
    static func syncRemovals(of paths: [String]) throws(StorageError) {
        for folder in Set(paths.map(\.parentFolder)) where unsafe access(folder, F_OK) == 0 {
            try syncFolder(folder)
        }
    }

    /// The number of bytes of a file; `nil` if there is none in a folder that can be read.
    static func size(_ path: String) throws(StorageError) -> Int? {
        var status = stat()
        if unsafe lstat(path, &status) == 0 {
            try OpenedFile.checkKind(status.st_mode, path)
            return status.st_size
        }
        let code = errno
        if code == ENOENT, isUsable(path.parentFolder) { return nil }
        throw failure(path, code)
    }

    /// Whether there is a regular file at a path; it may be unreadable anyway.
    public static func isFile(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The names of a folder's files.
    static func names(in folder: String) throws(StorageError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw .unavailable(
                place: .file(folder), detail: (error as NSError).localizedDescription)
        }
    }

    /// Whether a name is one that a file has while it is being written.
    ///
    /// As `mkstemp` makes them; other names with the prefix are another program's.
    public static func isDraft(_ name: String) -> Bool {
        name.hasPrefix(temporaryPrefix)
            && name.dropFirst(temporaryPrefix.count).wholeMatch(of: /[A-Za-z0-9]{6}/) != nil
    }

    /// Makes a folder and those above it, for their owner only; leaves one that exists as it is.
    ///
    /// When this returns, a folder that was made survives a power cut, and so can what is put into it.
    public static func makeFolder(_ path: String) throws(StorageError) {
        if unsafe access(path, F_OK) == 0 { return }
        let parent = path.parentFolder
        try makeFolder(parent)
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw machineFailure(path) }
        try syncFolder(parent)
    }

    /// The prefix of files that are being written; a sweep may remove old ones.
    static let temporaryPrefix = ".writing-"

    private static func writeTemporary(
        _ bytes: Data, in folder: String
    ) throws(StorageError) -> String {
        let (descriptor, path) = try makeTemporary(in: folder)
        defer { close(descriptor) }
        CrashPoint.reach(.draftMade)
        do throws(StorageError) {
            try writeAll(bytes, to: descriptor, path: path)
            guard fsync(descriptor) == 0 else { throw machineFailure(path) }
        } catch {
            unsafe unlink(path)
            throw error
        }
        CrashPoint.reach(.draftSynced)
        return path
    }

    static func makeTemporary(
        in folder: String
    ) throws(StorageError) -> (descriptor: CInt, path: String) {
        // mkstemp writes a name that is free over the six letters; the array is its own, and ends with a zero byte.
        var name = Array("\(folder)/\(temporaryPrefix)XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&name)
        let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard descriptor >= 0 else { throw machineFailure(path) }
        return (descriptor, path)
    }

    static func writeAll(
        _ bytes: Data, to descriptor: CInt, path: String
    ) throws(StorageError) {
        guard Descriptor.write(bytes, to: descriptor) else { throw machineFailure(path) }
    }

    static func readAll(
        _ size: Int, from descriptor: CInt, at start: Int = 0, path: String
    ) throws(StorageError) -> Data {
        // A file of ours never shrinks; one that a user edits may.
        guard let bytes = Descriptor.read(descriptor, at: start, count: size) else {
            throw failure(path)
        }
        return bytes
    }

    /// Writes a folder's names to the disk.
    public static func syncFolder(_ folder: String) throws(StorageError) {
        guard Descriptor.sync(folder) else { throw machineFailure(folder) }
    }

    /// What an error says of a file: whether the file alone is unusable, or every one of its folder.
    static func failure(_ path: String, _ code: CInt = errno) -> StorageError {
        let detail = SystemError.words(for: code)
        guard !machineErrors.contains(code), isUsable(path.parentFolder) else {
            return .unavailable(place: .file(path), detail: detail)
        }
        return .unusable(place: .file(path), detail: detail)
    }

    static func machineFailure(_ path: String) -> StorageError {
        .unavailable(place: .file(path), detail: SystemError.latest)
    }

    /// Errors of the machine, whatever the file.
    private static let machineErrors: Set<CInt> = [
        ENOSPC, EROFS, EDQUOT, EMFILE, ENFILE, ENOMEM,
    ]

    /// Whether a folder can be listed and its files reached.
    static func isUsable(_ folder: String) -> Bool {
        guard unsafe access(folder, R_OK | X_OK) == 0, let stream = unsafe opendir(folder) else {
            return false
        }
        defer { unsafe closedir(stream) }
        // There is always an entry for the folder itself, unless the disk cannot be read.
        return unsafe readdir(stream) != nil
    }
}
