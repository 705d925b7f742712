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
}
