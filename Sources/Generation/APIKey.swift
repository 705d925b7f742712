internal import Foundation
public import Ground

/// The secret key for a provider's paid service; only the request's header ever shows it.
public struct APIKey: Sendable, Equatable {
    let secret: Secret

    /// Creates a key from text of the environment or a file; surrounding white space is dropped.
    ///
    /// - Throws: Why the rest is not a key; the error does not repeat it.
    public init(_ text: Secret) throws(SecretText.Fault) {
        secret = try SecretText.secret(in: text)
    }

    /// The text without the key, in case a server or a library repeats it.
    func redacted(from text: String) -> String {
        secret.removed(from: text, leaving: Self.placeholder)
    }

    func redacted(from bytes: Data) -> Data {
        secret.removed(from: bytes, leaving: Self.placeholder)
    }

    private static let placeholder = "[key]"
}
