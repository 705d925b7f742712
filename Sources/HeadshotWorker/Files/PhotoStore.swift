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
    private let home: HeadshotHome
    private var objects: any ObjectStore { home.objects }

    /// Names the store of a home.
    public init(home: HeadshotHome) {
        self.home = home
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
    /// They are compared with the SHA-256 that its name has; others are ``StorageError/unusable(place:detail:)``.
    public func photo(named name: String) async throws -> Data? {
        try await home.photo(named: name).read()
    }

    /// Whether a photo is there.
    public func holds(_ name: String) async throws -> Bool {
        guard Self.isFileName(name) else { return false }
        return try await objects.size(Self.key(name)) != nil
    }

    /// The photos of the store, without their bytes.
    func all() async throws(StorageError) -> [StoredObject] { try await objects.list("photos/") }

    /// Whether a name is that of a single file; a row that others wrote may have a path.
    static func isFileName(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && name != "." && name != ".."
            && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    /// The detail of the error for any other name.
    static let strangeName = "no file that headshot keeps has such a name"

    static func key(_ name: String) -> String { "photos/\(name)" }
}
