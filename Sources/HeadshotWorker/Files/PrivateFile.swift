public import Foundation

/// Files that people name, off the threads of Swift's concurrency.
public enum PrivateFile {
    /// Writes a new file, readable by its owner only, whole or not at all.
    ///
    /// - Returns: `false` if a file of that name was there already; it is left as it was.
    public static func create(_ path: String, _ bytes: Data) async throws(WorkerError) -> Bool {
        try await FileLane.run { () throws(WorkerError) in try DurableFile.create(path, bytes) }
    }

    /// Reads a whole file; `nil` if there is none.
    public static func read(_ path: String) async throws(WorkerError) -> Data? {
        try await FileLane.run { () throws(WorkerError) in try DurableFile.read(path) }
    }
}
