public import Foundation

/// Reads and writes files that users name, off the threads of Swift concurrency.
public enum PrivateFile {
    /// Writes a new file, readable by its owner only, whole or not at all.
    ///
    /// - Returns: `false` if a file of that name was there already; it is left as it was.
    public static func create(_ path: String, _ bytes: Data) async throws(WorkerError) -> Bool {
        try await FileLane.run { () throws(WorkerError) in try DurableFile.create(path, bytes) }
    }

    /// Reads a whole file; `nil` if it does not exist.
    public static func read(_ path: String) async throws(WorkerError) -> Data? {
        try await FileLane.run { () throws(WorkerError) in try DurableFile.read(path) }
    }
}
