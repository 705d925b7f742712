public import Foundation
import Glibc
import Ground

/// Keeps each object as a file below a folder.
public struct FolderStore: ObjectStore, Equatable {
    /// The folder; those of the keys must be in it.
    public let folder: String
    /// Its files are on this machine.
    public let isRemote = false
    /// Each list reads the whole folder.
    public let fewLists = 1

    /// Names a store; makes nothing.
    public init(folder: String) {
        self.folder = folder
    }

    /// Makes the folder of the objects, if it is missing.
    public func prepare(_ prefix: String) async throws(StorageError) {
        let path = prefix.isEmpty ? folder : path(of: String(prefix.dropLast()))
        try await BlockingFiles.run { () throws(StorageError) in try DurableFile.makeFolder(path) }
    }

    /// Does nothing: the kernel gives a name to one file only.
    public func proveConditional(key: String) {}

    /// The path of an object.
    public func place(of key: String) -> StoragePlace { .file(path(of: key)) }

    /// The file of an object.
    public func path(of key: String) -> String { "\(folder)/\(key)" }

    /// The path of an object whose key is one.
    private func file(_ key: String) throws(StorageError) -> String {
        guard ObjectKey.isPlain(key) else {
            throw .unusable(place: place(of: key), detail: ObjectKey.refusal)
        }
        return path(of: key)
    }

    private func with<Value: Sendable>(
        _ key: String, _ work: @escaping @Sendable (String) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await BlockingFiles.run { [self] () throws(StorageError) in try work(file(key)) }
    }

    /// Opens the file of an object.
    public func open(_ key: String) async throws(StorageError) -> OpenedObject? {
        try await with(key) { path throws(StorageError) in
            try OpenedFile(path).map(OpenedObject.file)
        }
    }

    /// Looks whether there is a file.
    public func holds(_ key: String) async -> Bool {
        await BlockingFiles.run { [self] in DurableFile.isFile(path(of: key)) }
    }

    /// Gives the file the name of the key, without copying it.
    public func keep(_ draft: DraftFile, as key: String) async throws(StorageError) {
        _ = try await with(key) { path throws(StorageError) in try draft.finish(as: path) }
    }

    /// Links a synced file under the key's name, and syncs the folder.
    public func create(_ key: String, _ bytes: Data) async throws(StorageError) -> Bool {
        try await with(key) { path throws(StorageError) in try DurableFile.create(path, bytes) }
    }

    /// Renames a synced file over that of the key, and syncs the folder.
    public func replace(_ key: String, _ bytes: Data) async throws(StorageError) {
        try await with(key) { path throws(StorageError) in try DurableFile.replace(path, bytes) }
    }

    /// Reads the file, or its beginning.
    public func read(_ key: String, atMost count: Int?) async throws(StorageError) -> Data? {
        try await with(key) { path throws(StorageError) in
            try DurableFile.read(path, atMost: count ?? .max)
        }
    }

    /// Looks at the file without reading it.
    public func size(_ key: String) async throws(StorageError) -> Int? {
        try await with(key) { path throws(StorageError) in try DurableFile.size(path) }
    }

    /// Unlinks the files, and syncs their folders if that has to last.
    public func remove(_ keys: [String], isLasting: Bool) async throws(StorageError) {
        try await BlockingFiles.run { [self] () throws(StorageError) in
            var paths: [String] = []
            for key in keys { paths.append(try file(key)) }
            for path in paths { try DurableFile.remove(path) }
            if isLasting { try DurableFile.syncRemovals(of: paths) }
        }
    }

    /// Makes it last that objects were removed from the folder that a prefix names.
    public func syncRemovals(from prefix: String) async throws(StorageError) {
        try await BlockingFiles.run { [self] () throws(StorageError) in
            try DurableFile.syncRemovals(of: [path(of: "\(prefix)removed")])
        }
    }

    /// Reads the folder that the prefix names, without the folders in it.
    public func list(_ prefix: String) async throws(StorageError) -> [StoredObject] {
        try await BlockingFiles.run { [self] () throws(StorageError) in
            try files(prefix) { !$0.hasPrefix(DurableFile.temporaryPrefix) }
        }
    }

    /// Makes a file and removes it, and asks how much of the disk is free.
    public func checkRoom(for bytes: Int) async throws(StorageError) {
        try await BlockingFiles.run { [folder] () throws(StorageError) in
            _ = try DurableFile.draftName(in: folder)
            guard let free = FreeSpace.bytes(at: folder) else {
                throw .unavailable(place: .file(folder), detail: SystemError.latest)
            }
            guard free >= bytes else {
                let detail = "\(free / 1_000_000) MB are free, and \(bytes / 1_000_000) MB must be"
                throw .unavailable(place: .file(folder), detail: detail)
            }
        }
    }

    /// The files below a folder of the store that were begun before a time and never became objects.
    public func drafts(
        in prefix: String, before moment: Date
    ) async throws(StorageError) -> [StoredObject] {
        try await BlockingFiles.run { [self] () throws(StorageError) in
            try files(prefix, where: DurableFile.isDraft).filter { $0.written < moment }
        }
    }

    private func files(
        _ prefix: String, where isWanted: (String) -> Bool
    ) throws(StorageError) -> [StoredObject] {
        let slash = prefix.lastIndex(of: "/").map(prefix.index(after:)) ?? prefix.startIndex
        let (parent, start) = (prefix[..<slash], prefix[slash...])
        let names = try DurableFile.names(in: path(of: String(parent)))
        return names.filter { $0.hasPrefix(start) && isWanted($0) }.sorted().compactMap { name in
            let key = "\(parent)\(name)"
            var status = stat()
            // A file that has gone meanwhile is left out.
            guard unsafe lstat(path(of: key), &status) == 0 else { return nil }
            let written = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
            return StoredObject(key: key, written: Date(timeIntervalSince1970: written))
        }
    }
}
