public import Ground

/// The secret key for a provider's paid service; only the request's header ever shows it.
public struct APIKey: Sendable, Equatable {
    let secret: String

    /// Creates a key from text of the environment or a file; surrounding white space is dropped.
    ///
    /// - Throws: Why the rest is not a key; the error does not repeat it.
    public init(_ text: String) throws(SecretText.Fault) {
        secret = try SecretText.secret(in: text)
    }

    /// The text without the key, in case a server or a library repeats it.
    func redacted(from text: String) -> String {
        text.replacing(secret, with: "[key]")
    }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always the same word.
    public var description: String { "[key]" }
    /// Always the same word.
    public var debugDescription: String { "[key]" }
    /// No children, so that `dump` and mirrors find nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
