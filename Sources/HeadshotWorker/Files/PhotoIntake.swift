import CrashPoints
import Crypto
public import Foundation
import Ground
public import JobQueue
import ObjectStore

/// A photo on its way into the store, piece by piece; nothing of it stays unless it is kept.
public actor PhotoIntake {
    private let home: HeadshotHome
    private let draft: DraftFile
    private var hash = SHA256()
    /// The number of bytes so far.
    public private(set) var count = 0

    /// Begins a photo of a home.
    public init(home: HeadshotHome) async throws {
        self.home = home
        draft = try await BlockingFiles.run { try DraftFile(in: home.photos) }
    }

    /// Appends bytes.
    public func append(_ bytes: Data) async throws {
        count += bytes.count
        hash.update(data: bytes)
        try await BlockingFiles.run { [draft] in try draft.append(bytes) }
    }

    /// All bytes.
    public func bytes() async throws -> Data {
        try await BlockingFiles.run { [draft] in try draft.read() } ?? Data()
    }

    /// Keeps the photo in the store; when this returns, it survives a power cut.
    ///
    /// - Parameter submit: A fresh name, so that no other photo has the same.
    /// - Returns: The photo's name in the store.
    public func keep(by submit: RandomName) async throws -> String {
        let name = PhotoName.make(hash.finalize().hexadecimal, by: submit)
        let path = home.objects.path(of: PhotoStore.key(name))
        guard try await BlockingFiles.run({ [draft] in try draft.finish(as: path) }) else {
            throw StorageError.unavailable(place: path, detail: "the name is taken")
        }
        CrashPoint.reach(.photoKept)
        return name
    }
}

/// Uploads that have become too old.
public struct UploadSweep: Sendable {
    private let store: JobStore
    private let home: HeadshotHome

    /// Names the sweep of a home.
    public init(store: JobStore, home: HeadshotHome) {
        self.store = store
        self.home = home
    }

    /// Removes uploads from before a time with the photos that nothing else needs.
    public func remove(before moment: Date) async throws {
        if try await store.removeUploads(before: moment) { try await finish() }
    }

    /// Removes one upload of a person, as ``remove(before:)`` does; returns whether there was one.
    public func remove(_ id: String, of person: Person) async throws -> Bool {
        guard try await store.removeUpload(id, of: person) else { return false }
        try await finish()
        return true
    }

    private func finish() async throws {
        try await PhotoRemoval(store: store, home: home).finish()
    }
}
