public import Foundation
import Ground
public import ObjectStore

/// Writes files that users name, off the threads of Swift concurrency.
public enum PrivateFile {
    /// Writes a new file, readable by its owner only, whole or not at all.
    ///
    /// - Returns: `false` if a file of that name was there already; it is left as it was.
    public static func create(_ path: String, _ bytes: Data) async throws(StorageError) -> Bool {
        try await BlockingFiles.run { () throws(StorageError) in try DurableFile.create(path, bytes)
        }
    }

    /// Writes a new file part by part, readable by its owner only, whole or not at all.
    ///
    /// - Parameter body: Gets what writes the next part.
    /// - Returns: `false` if a file of that name was there already; it is left as it was.
    public static func create(
        _ path: String, _ body: (_ write: (String) async throws -> Void) async throws -> Void
    ) async throws -> Bool {
        let draft = try await BlockingFiles.run { () throws(StorageError) in
            try DurableFile.draft(Data(), in: path.parentFolder)
        }
        do {
            try await body { part in
                try await BlockingFiles.run { () throws(StorageError) in
                    try append(Data(part.utf8), to: draft)
                }
            }
            return try await BlockingFiles.run { () throws(StorageError) in
                defer { try? DurableFile.remove(draft) }
                try DurableFile.sync(draft)
                guard try DurableFile.name(draft, path) else { return false }
                try DurableFile.sync(path.parentFolder)
                return true
            }
        } catch {
            try? await BlockingFiles.run { () throws(StorageError) in
                try DurableFile.remove(draft)
            }
            throw error
        }
    }

    private static func append(_ bytes: Data, to path: String) throws(StorageError) {
        do {
            guard let file = FileHandle(forWritingAtPath: path) else {
                throw CocoaError(.fileNoSuchFile)
            }
            defer { try? file.close() }
            try file.seekToEnd()
            try file.write(contentsOf: bytes)
        } catch {
            throw .unavailable(place: .file(path), detail: (error as NSError).localizedDescription)
        }
    }
}
