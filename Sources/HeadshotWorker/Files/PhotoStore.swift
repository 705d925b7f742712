import Crypto
public import Foundation
import Ground
import JobQueue
import ObjectStore

/// The photos of all jobs.
///
/// A photo's name is the SHA-256 of its bytes and the name of the submit that kept it, so no two submits share a file. A
/// photo that no job needs can therefore be removed at any time: no submit can be about to use it.
public struct PhotoStore: Sendable {
    private let objects: any ObjectStore
    private let compares: Bool

    /// Names the store of a home.
    public init(home: HeadshotHome) {
        objects = home.objects
        compares = home.comparesPhotos
    }

    /// The SHA-256 of a photo's bytes in hexadecimal digits.
    static func digest(of photo: Data) async -> String {
        await BlockingFiles.run { SHA256.hash(data: photo).hexadecimal }
    }

    /// Keeps a photo under a name; when this returns, the photo survives a power cut.
    func keep(_ photo: Data, as name: String) async throws(StorageError) {
        _ = try await objects.create(Self.key(name), photo)
    }

    /// The bytes of a photo; `nil` if it is not there any more.
    ///
    /// What comes over a network is compared with the SHA-256 that its name has.
    public func photo(named name: String) async throws -> Data? {
        let bytes = try await objects.read(Self.key(name))
        if compares, let bytes, await Self.digest(of: bytes) != PhotoName.digest(of: name) {
            throw StorageError.unusable(
                place: objects.place(of: Self.key(name)),
                detail: "it has other bytes than were put there")
        }
        return bytes
    }

    /// Whether a photo is there.
    public func holds(_ name: String) async throws -> Bool {
        try await objects.size(Self.key(name)) != nil
    }

    /// The photos of the store, without their bytes.
    func all() async throws(StorageError) -> [StoredObject] { try await objects.list("photos/") }

    static func key(_ name: String) -> String { "photos/\(name)" }
}
