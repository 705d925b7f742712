/// The secret key for a provider's paid service; only the request's header ever shows it.
public struct APIKey: Sendable, Equatable {
    let secret: String

    /// Creates a key from text of the environment or a file; surrounding white space is dropped.
    ///
    /// - Throws: ``GenerationError/invalidAPIKey`` unless the rest is printable ASCII.
    public init(_ text: String) throws(GenerationError) {
        let trimmed = text.drop(while: \.isWhitespace)
        let end = trimmed.lastIndex { !$0.isWhitespace }.map(trimmed.index(after:))
        let secret = String(trimmed[..<(end ?? trimmed.startIndex)])
        // With a line break, a badly pasted key could add headers.
        guard !secret.isEmpty, secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .invalidAPIKey
        }
        self.secret = secret
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
