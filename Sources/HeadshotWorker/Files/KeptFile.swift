import Hashing
public import Foundation
import Ground
import JobQueue
public import ObjectStore

/// A photo, a headshot, or a file beside one, wherever it is kept.
///
/// It is read only if it is a regular file, and only if it has the bytes that were put there, as far as their hash is known.
public struct KeptFile: Sendable, Equatable {
    /// Where it is, for people and other programs: its path, or its URL in a store.
    public let locator: String
    /// The SHA-256 that its bytes must have, in hexadecimal digits; `nil` if none is known.
    ///
    /// A headshot that was saved before hashes were noted has none, and is read as it is: nothing says what its bytes were,
    /// and a hash that is computed later would approve of any that are there by then.
    public let digest: String?
    private let objects: any ObjectStore
    private let key: String

    /// An object of a store.
    init(_ key: String, in objects: any ObjectStore, digest: String? = nil) {
        locator = objects.locator(of: key)
        self.digest = digest
        self.objects = objects
        self.key = key
    }

    /// A file that cannot be read, since its name leads to none of ours.
    init(strange name: String, in objects: any ObjectStore) {
        locator = name
        digest = nil
        self.objects = objects
        // No store has this key.
        key = ""
    }

    /// The last part of its name in the store.
    var name: String { (key as NSString).lastPathComponent }

    /// The file beside it that has another suffix.
    public func beside(_ suffix: String) -> KeptFile {
        KeptFile("\((key as NSString).deletingPathExtension).\(suffix)", in: objects)
    }

    /// All its bytes; `nil` if it is gone.
    public func read() async throws(StorageError) -> Data? {
        try checkKey()
        guard let bytes = try await objects.read(key) else { return nil }
        guard let digest else { return bytes }
        guard await PhotoStore.digest(of: bytes) == digest else { throw isChanged }
        return bytes
    }

    /// All its bytes; `nil` if it is gone, or is not what was put there.
    public func readIfWhole() async throws(StorageError) -> Data? {
        do throws(StorageError) {
            return try await read()
        } catch .unusable {
            return nil
        }
    }

    /// Its bytes, to be sent in pieces, after all of them were compared; `nil` if it is gone.
    public func open() async throws(StorageError) -> KeptContent? {
        try checkKey()
        guard let opened = try await objects.open(key) else { return nil }
        let content = try await BlockingFiles.run { () throws(StorageError) in
            switch opened {
            case .file(let file): try KeptContent(file)
            case .bytes(let bytes): KeptContent(bytes)
            }
        }
        if let digest, content.digest != digest { throw isChanged }
        return content
    }

    private func checkKey() throws(StorageError) {
        guard key.isEmpty else { return }
        throw .unusable(place: .file(locator), detail: PhotoStore.strangeName)
    }

    private var isChanged: StorageError {
        .unusable(place: objects.place(of: key), detail: "it has other bytes than were put there")
    }

    /// Whether it is there with the bytes that were put there; `false` if it is gone.
    ///
    /// What is in a store is not fetched for this, only looked for.
    public func isThereWhole() async throws(StorageError) -> Bool {
        guard try await isThere() else { return false }
        guard !objects.isRemote else { return true }
        return try await open() != nil
    }

    /// Whether it is there; a file may be unreadable anyway.
    public func isThere() async throws(StorageError) -> Bool {
        try await objects.holds(key)
    }

    /// Two are the same if they are at the same place.
    public static func == (one: KeptFile, other: KeptFile) -> Bool { one.locator == other.locator }
}

/// The bytes of a kept file: those of one that was opened once, or all that a store has sent.
public struct KeptContent: Sendable {
    /// How many there are.
    public let count: Int
    /// Their SHA-256, in hexadecimal digits.
    public let digest: String
    /// The first bytes, which show the type.
    public let head: Data
    private let source: OpenedObject

    /// Reads a file piece by piece; blocks.
    fileprivate init(_ file: OpenedFile) throws(StorageError) {
        var hash = SHA256()
        var start = 0
        while start < file.size {
            let piece = try file.read(from: start, atMost: Self.piece)
            // It has become shorter.
            guard !piece.isEmpty else { break }
            hash.update(data: piece)
            start += piece.count
        }
        head = try file.read(atMost: Self.headLength)
        count = start
        digest = hash.finalize().hexadecimal
        source = .file(file)
    }

    /// Takes bytes as they are; blocks.
    fileprivate init(_ bytes: Data) {
        head = bytes.prefix(Self.headLength)
        count = bytes.count
        digest = SHA256.hash(data: bytes).hexadecimal
        source = .bytes(bytes)
    }

    /// All bytes in their order.
    public var pieces: Pieces { Pieces(content: self) }

    /// Reads the bytes once more, piece by piece.
    public struct Pieces {
        private let content: KeptContent
        private var hash = SHA256()
        private var start = 0

        fileprivate init(content: KeptContent) { self.content = content }

        /// The next piece; `nil` after the last, which is only handed out if all are those that were compared.
        public mutating func next() async throws(StorageError) -> Data? {
            guard start < content.count else { return nil }
            let piece = try await content.read(from: start)
            hash.update(data: piece)
            start += piece.count
            let isWhole = start < content.count || hash.finalize().hexadecimal == content.digest
            guard !piece.isEmpty, isWhole else { throw content.isChanged }
            return piece
        }
    }

    private func read(from start: Int) async throws(StorageError) -> Data {
        switch source {
        case .bytes(let bytes): return bytes.dropFirst(start)
        case .file(let file):
            let most = min(Self.piece, count - start)
            return try await BlockingFiles.run { () throws(StorageError) in
                try file.read(from: start, atMost: most)
            }
        }
    }

    private var isChanged: StorageError {
        let place = if case .file(let file) = source { file.path } else { "" }
        return .unusable(place: .file(place), detail: "it changed while it was sent")
    }

    /// In bytes.
    private static let piece = 262_144
    private static let headLength = 12
}
