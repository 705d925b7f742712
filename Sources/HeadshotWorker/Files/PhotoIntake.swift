import CrashPoints
import Hashing
public import Foundation
import Ground
public import JobQueue
import ObjectStore

/// A photo on its way into the store, piece by piece; nothing of it stays unless it is kept.
public actor PhotoIntake {
    private let home: HeadshotHome
    private let isNameless: Bool
    private let draft: DraftFile
    private var hash = SHA256()
    /// The number of bytes so far.
    public private(set) var count = 0

    /// Begins a photo of a home.
    ///
    /// - Parameter isNameless: Whether it has no name on the disk, and so cannot be kept.
    public init(home: HeadshotHome, isNameless: Bool = false) async throws {
        self.home = home
        self.isNameless = isNameless
        draft = try await BlockingFiles.run {
            try DraftFile(in: home.arrivals, isNameless: isNameless || home.arrivals != home.photos)
        }
    }

    /// Begins a photo that may take the place of this one.
    public func another() async throws -> PhotoIntake {
        try await PhotoIntake(home: home, isNameless: isNameless)
    }

    /// The SHA-256 of the bytes so far, in hexadecimal digits.
    public var digest: String { hash.finalize().hexadecimal }

    /// Appends bytes.
    public func append(_ bytes: Data) async throws {
        count += bytes.count
        hash.update(data: bytes)
        try await BlockingFiles.run { [draft] in try draft.append(bytes) }
    }

    /// All bytes.
    public func bytes() async throws -> Data {
        try await BlockingFiles.run { [draft] in try draft.read() }
    }

    /// The name that the photo gets in the store.
    ///
    /// - Parameter submit: A fresh name, so that no other photo has the same.
    public func name(by submit: RandomName) -> String { PhotoName.make(digest, by: submit) }

    /// Keeps the photo in the store under ``name(by:)``; when this returns, it survives a power cut.
    public func keep(as name: String) async throws {
        // A name that is taken has the same bytes: their SHA-256 is part of it.
        try await home.objects.keep(draft, as: PhotoStore.key(name))
        CrashPoint.reach(.photoKept)
    }
}
