import Crypto
public import Foundation

/// The photos of all jobs, each once, under the SHA-256 of its bytes.
public struct PhotoStore: Sendable {
    let folder: String

    /// Names the store of a home.
    public init(home: HeadshotHome) {
        folder = home.photos
    }

    /// Keeps a photo and returns its name in the store; when this returns, the photo survives a power cut.
    public func keep(_ photo: Data) async throws(WorkerError) -> String {
        try await FileLane.run { [self] () throws(WorkerError) in
            let name = SHA256.hash(data: photo).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
            _ = try DurableFile.create(path(of: name), photo)
            return name
        }
    }

    /// The bytes of a photo; `nil` if it is not there any more.
    public func photo(named name: String) async throws(WorkerError) -> Data? {
        try await FileLane.run { [self] () throws(WorkerError) in
            try DurableFile.read(path(of: name))
        }
    }

    /// Whether a photo is there.
    public func holds(_ name: String) async throws(WorkerError) -> Bool {
        try await FileLane.run { [self] () throws(WorkerError) in
            FileManager.default.fileExists(atPath: path(of: name))
        }
    }

    /// Removes a photo; blocks.
    public func remove(_ name: String) throws(WorkerError) {
        try DurableFile.remove(path(of: name))
    }

    /// The names of all photos in the store; blocks.
    public func names() throws(WorkerError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { !$0.hasPrefix(".") }.sorted()
        } catch {
            throw .disk(path: folder, detail: (error as NSError).localizedDescription)
        }
    }

    private func path(of name: String) -> String { "\(folder)/\(name)" }
}
