public import Foundation
import Ground

/// Keeps bytes under keys, whole or not at all.
///
/// A key is a path of plain names, such as `photos/4f1c`; any other is ``StorageError/unusable(place:detail:)``. What a call
/// wrote survives a power cut once the call has returned. No call blocks the threads of Swift's concurrency, and each runs to its end even if its task is cancelled.
public protocol ObjectStore: Sendable {
    /// Keeps an object under a key that must be free.
    ///
    /// - Returns: `false` if the key is taken; what is there stays as it is.
    func create(_ key: String, _ bytes: Data) async throws(StorageError) -> Bool

    /// Keeps an object under a key, in place of another one.
    func replace(_ key: String, _ bytes: Data) async throws(StorageError)

    /// The bytes of an object, or the first of them up to a number; `nil` if the key is free.
    func read(_ key: String, atMost count: Int?) async throws(StorageError) -> Data?

    /// The number of bytes of an object; `nil` if the key is free.
    func size(_ key: String) async throws(StorageError) -> Int?

    /// Removes objects; keys that are free are passed over.
    ///
    /// - Parameter isLasting: `false` for what does no harm if a power cut brings it back, and removing is faster.
    func remove(_ keys: [String], isLasting: Bool) async throws(StorageError)

    /// The objects whose keys begin with a prefix that ends in or after a slash, in the order of their keys.
    func list(_ prefix: String) async throws(StorageError) -> [StoredObject]

    /// Throws if no object can be written now, or if there may be no room for so many bytes.
    func checkRoom(for bytes: Int) async throws(StorageError)

    /// Makes what must be there before there can be objects whose keys begin so.
    ///
    /// - Parameter prefix: One that ends in a slash, or nothing.
    func prepare(_ prefix: String) async throws(StorageError)

    /// Throws ``StorageError/unfit(place:detail:)`` unless exactly one of several concurrent creates of a key
    /// succeeds.
    ///
    /// - Parameter key: One that was never used; it is free again afterwards.
    func proveConditional(key: String) async throws(StorageError)

    /// Where an object is.
    func place(of key: String) -> StoragePlace

    /// Whether its bytes come over a network, and not from a disk that only the owner writes.
    var isRemote: Bool { get }

    /// How many beginnings of keys are listed faster one by one than all objects at once.
    var fewLists: Int { get }

    /// Opens an object, to be read in pieces; `nil` if the key is free.
    func open(_ key: String) async throws(StorageError) -> OpenedObject?

    /// Whether there is an object, even if it cannot be read.
    func holds(_ key: String) async throws(StorageError) -> Bool

    /// Keeps a draft as an object, unless the key is taken: then what is there stays as it is.
    func keep(_ draft: DraftFile, as key: String) async throws(StorageError)

    /// Makes it last that objects were removed whose keys begin so, by whatever process.
    func syncRemovals(from prefix: String) async throws(StorageError)
}

/// An object that was opened: a file, or all of its bytes.
public enum OpenedObject: Sendable {
    case file(OpenedFile)
    case bytes(Data)
}

/// As of a store that is asked over a network.
extension ObjectStore {
    /// Most stores are on other machines.
    public var isRemote: Bool { true }
    /// A request each costs less than a list of everything.
    public var fewLists: Int { 20 }

    /// Reads the whole object.
    public func open(_ key: String) async throws(StorageError) -> OpenedObject? {
        try await read(key).map(OpenedObject.bytes)
    }

    /// Asks for the object's size.
    public func holds(_ key: String) async throws(StorageError) -> Bool {
        try await size(key) != nil
    }

    /// Sends the draft's bytes.
    public func keep(_ draft: DraftFile, as key: String) async throws(StorageError) {
        let bytes = try await BlockingFiles.run { () throws(StorageError) in try draft.read() }
        _ = try await create(key, bytes)
    }

    /// Does nothing: what such a store has removed stays away.
    public func syncRemovals(from prefix: String) {}
}

extension ObjectStore {
    /// Where an object is, for people and other programs: a path, or a URL.
    public func locator(of key: String) -> String { place(of: key).description }

    /// All bytes of an object; `nil` if the key is free.
    public func read(_ key: String) async throws(StorageError) -> Data? {
        try await read(key, atMost: nil)
    }

    /// Removes objects; keys that are free are passed over.
    public func remove(_ keys: [String]) async throws(StorageError) {
        try await remove(keys, isLasting: true)
    }
}

/// An object of a store, without its bytes.
public struct StoredObject: Sendable, Equatable {
    /// Its key.
    public let key: String
    /// When it was last written.
    public let written: Date

    /// The last name of the key.
    public var name: String {
        String(key[(key.lastIndex(of: "/").map(key.index(after:)) ?? key.startIndex)...])
    }
}
