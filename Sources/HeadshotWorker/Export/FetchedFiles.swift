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
    private var drafts: [String] = []

    /// Gets what is in a store into a folder, under names that a sweep knows.
    static func of(_ items: [ExportItem], in folder: String) async throws -> FetchedFiles {
        var fetched = FetchedFiles()
        do {
            for item in items { try await fetched.fetch(item, into: folder) }
            return fetched
        } catch {
            await BlockingFiles.run { [fetched] in fetched.removeDrafts() }
            throw error
        }
    }

    private mutating func fetch(_ item: ExportItem, into folder: String) async throws {
        if let path = item.file.path { return files.append(File(item: item, path: path)) }
        let bytes: Data?
        do {
            bytes = try await item.file.read()
        } catch StorageError.unusable {
            bytes = nil
        }
        guard let bytes else { return missing.append(item) }
        let draft = try await BlockingFiles.run {
            try DurableFile.makeFolder(folder)
            let draft = try DurableFile.draftName(in: folder)
            guard try DurableFile.create(draft, bytes) else {
                throw WorkerError.changedMeanwhile(path: draft)
            }
            return draft
        }
        drafts.append(draft)
        files.append(File(item: item, path: draft))
    }

    /// Removes what was only here for the copying; blocks.
    func removeDrafts() {
        for draft in drafts { unsafe unlink(draft) }
    }
}
