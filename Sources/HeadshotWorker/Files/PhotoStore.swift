import Crypto
public import Foundation
import Glibc

/// The photos of all jobs, each once, under the SHA-256 of its bytes.
public struct PhotoStore: Sendable {
    let folder: String

    /// Names the store of a home.
    public init(home: HeadshotHome) {
        folder = home.photos
    }

    /// The name of a photo in the store: the SHA-256 of its bytes in hexadecimal digits.
    static func name(of photo: Data) async throws(WorkerError) -> String {
        try await FileLane.run { () throws(WorkerError) in
            SHA256.hash(data: photo).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
        }
    }

    /// Stores a photo and returns its name; when this returns, the photo survives a power cut.
    public func keep(_ photo: Data) async throws(WorkerError) -> String {
        let name = try await Self.name(of: photo)
        try await keep(photo, as: name)
        return name
    }

    /// Stores a photo under its name; when this returns, the photo survives a power cut.
    func keep(_ photo: Data, as name: String) async throws(WorkerError) {
        try await FileLane.run { [self] () throws(WorkerError) in
            _ = try DurableFile.create(path(of: name), photo)
        }
    }

    /// Whether a photo is in the store; blocks for one look into a folder.
    func has(_ name: String) -> Bool { unsafe access(path(of: name), F_OK) == 0 }

    /// The bytes of a photo; `nil` if it is gone.
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
