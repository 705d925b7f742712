import Foundation
import Glibc
import Ground
import ObjectStore

/// Copies of headshots for an archive that is written later: what was compared is what goes into it.
///
/// They have names that a sweep knows.
struct FetchedFiles: Sendable {
    /// A headshot, and where its copy is.
    struct File: Sendable {
        let item: ExportItem
        let path: String
    }

    private(set) var files: [File] = []
    /// Those that are gone, or cannot be read.
    private(set) var missing: [ExportItem] = []

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
        guard let bytes = try await item.file.readIfWhole() else { return missing.append(item) }
        let draft = try await BlockingFiles.run {
            try DurableFile.makeFolder(folder)
            return try DurableFile.draft(bytes, in: folder)
        }
        files.append(File(item: item, path: draft))
    }

    /// Removes the copies; blocks.
    func removeDrafts() {
        for file in files { unsafe unlink(file.path) }
    }
}
