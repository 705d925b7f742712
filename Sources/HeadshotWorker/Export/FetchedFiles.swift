import Foundation
import Glibc
import ObjectStore

/// Headshots to copy as files of this machine; those that come from a store are here only for the copying.
struct FetchedFiles: Sendable {
    /// A headshot, and where its file is now.
    struct File: Sendable {
        let item: ExportItem
        let path: String
    }

    private(set) var files: [File] = []
    /// Those that the store has not, or not any more.
    private(set) var missing: [ExportItem] = []
    private var named: [String] = []
    private var nameless: [DraftFile] = []

    /// Gets what is in a store into a folder.
    ///
    /// - Parameter isNameless: Whether nothing shows in the folder; each file stays open then, so that there may only be
    ///   a few. The others have names that a sweep knows.
    static func of(
        _ items: [ExportItem], in folder: String, isNameless: Bool
    ) async throws -> FetchedFiles {
        var fetched = FetchedFiles()
        do {
            for item in items { try await fetched.fetch(item, into: folder, isNameless) }
            return fetched
        } catch {
            await BlockingFiles.run { [fetched] in fetched.removeDrafts() }
            throw error
        }
    }

    private mutating func fetch(
        _ item: ExportItem, into folder: String, _ isNameless: Bool
    ) async throws {
        if let path = item.file.path { return files.append(File(item: item, path: path)) }
        let bytes: Data?
        do {
            bytes = try await item.file.read()
        } catch StorageError.unusable {
            bytes = nil
        }
        guard let bytes else { return missing.append(item) }
        if isNameless {
            let draft = try await BlockingFiles.run {
                try DurableFile.makeFolder(folder)
                let draft = try DraftFile(in: folder, isNameless: true)
                try draft.append(bytes)
                return draft
            }
            nameless.append(draft)
            return files.append(File(item: item, path: draft.ownPath))
        }
        let draft = try await BlockingFiles.run {
            try DurableFile.makeFolder(folder)
            let draft = try DurableFile.draftName(in: folder)
            guard try DurableFile.create(draft, bytes) else {
                throw WorkerError.changedMeanwhile(path: draft)
            }
            return draft
        }
        named.append(draft)
        files.append(File(item: item, path: draft))
    }

    /// Removes what was only here for the copying, and has a name; blocks.
    func removeDrafts() {
        for draft in named { unsafe unlink(draft) }
    }
}
