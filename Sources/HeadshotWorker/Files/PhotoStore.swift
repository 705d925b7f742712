import Hashing
import Foundation
import Ground
import JobQueue
import ObjectStore

/// The photos of all jobs.
///
/// A photo's name is the SHA-256 of its bytes and the name of the submit that kept it, so no two submits share a file. A
/// photo that no job needs can therefore be removed at any time: no submit can be about to use it.
extension HeadshotHome {
    /// A photo by its name in the store; other bytes than those of the SHA-256 that the name has are not read.
    public func photo(named name: String) -> KeptFile {
        guard PhotoStore.isFileName(name) else { return KeptFile(strange: name, in: objects) }
        return KeptFile(PhotoStore.key(name), in: objects, digest: PhotoName.digest(of: name))
    }

    /// Whether a photo is there.
    public func holdsPhoto(_ name: String) async throws -> Bool {
        guard PhotoStore.isFileName(name) else { return false }
        return try await objects.size(PhotoStore.key(name)) != nil
    }

    /// Keeps a photo under a name; when this returns, the photo survives a power cut.
    func keepPhoto(_ photo: Data, as name: String) async throws(StorageError) {
        _ = try await objects.create(PhotoStore.key(name), photo)
    }

    func allPhotos() async throws(StorageError) -> [StoredObject] {
        try await objects.list("photos/")
    }
}

/// The names and hashes of photos.
enum PhotoStore {
    /// The SHA-256 of a photo's bytes in hexadecimal digits.
    static func digest(of photo: Data) async -> String {
        await BlockingFiles.run { SHA256.hash(data: photo).hexadecimal }
    }

    /// Whether a name is that of a single file; a row that others wrote may have a path.
    static func isFileName(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && name != "." && name != ".."
            && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    /// The detail of the error for any other name.
    static let strangeName = "no file that headshot keeps has such a name"

    static func key(_ name: String) -> String { "photos/\(name)" }
}
