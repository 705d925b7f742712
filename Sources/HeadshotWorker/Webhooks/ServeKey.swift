import Hashing
public import Foundation
public import ObjectStore

/// The key from which the secrets of webhooks are derived: 32 random bytes in a file of the home, or an object of its store.
///
/// Neither the queue nor a backup of it holds a secret; without it no one can sign as this home does.
public struct ServeKey: Sendable {
    let key: AuthenticationKey

    private static let byteCount = 32

    /// A text that no one can know of a reader whom a proxy has signed in; the name alone can be guessed.
    public func proof(ofReader name: String) -> String {
        key.code(of: Data("headshot/reader/\(name)".utf8)).base64EncodedString()
    }

    /// The home's key; `nil` as long as nothing has needed one.
    public static func read(_ home: HeadshotHome) async throws(StorageError) -> ServeKey? {
        guard let bytes = try await home.objects.read(home.serveKeyName) else { return nil }
        guard bytes.count == byteCount else {
            throw .unusable(
                place: home.objects.place(of: home.serveKeyName),
                detail: "it has not \(byteCount) bytes")
        }
        return ServeKey(key: AuthenticationKey(bytes))
    }

    /// Gives one home the key of another, if that has one.
    ///
    /// Throws ``StorageError/unusable(place:detail:)`` if there is another key already: the secrets that webhooks have would
    /// no longer be right.
    static func copy(from old: HeadshotHome, to new: HeadshotHome) async throws(StorageError) {
        guard let bytes = try await old.objects.read(old.serveKeyName) else { return }
        if try await new.objects.create(new.serveKeyName, bytes) { return }
        guard try await new.objects.read(new.serveKeyName) == bytes else {
            throw .unusable(
                place: new.objects.place(of: new.serveKeyName),
                detail:
                    "it is another key than \(old.serveKey), from which the secrets of webhooks are made"
            )
        }
    }

    /// The home's key, made now if there is none; of two processes that make one, both get the same.
    ///
    /// - Parameter random: Makes a number of unguessable bytes.
    public static func obtain(
        _ home: HeadshotHome, random: (Int) -> Data
    ) async throws(StorageError) -> ServeKey {
        if let key = try await read(home) { return key }
        _ = try await home.objects.create(home.serveKeyName, random(byteCount))
        guard let key = try await read(home) else {
            throw .unavailable(
                place: home.objects.place(of: home.serveKeyName), detail: "it was removed")
        }
        return key
    }
}

extension HeadshotHome {
    /// Where the key is from which the secrets of webhooks are derived.
    public var serveKey: String { objects.locator(of: serveKeyName) }

    /// Its key; in a store, all servers share one.
    fileprivate var serveKeyName: String { "\(ownPrefix)serve.key" }
}
