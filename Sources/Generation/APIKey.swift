/// The secret that a provider is paid by; it shows itself to the request's header alone.
public struct APIKey: Sendable, Equatable {
    let secret: String

    /// Takes a key, as read from the environment or a file; white space around it is dropped.
    ///
    /// - Throws: ``GenerationError/invalidAPIKey`` unless what remains is printable ASCII.
    public init(_ text: String) throws(GenerationError) {
        let trimmed = text.drop(while: \.isWhitespace)
        let end = trimmed.lastIndex { !$0.isWhitespace }.map(trimmed.index(after:))
        let secret = String(trimmed[..<(end ?? trimmed.startIndex)])
        // A line break would let a key that was pasted wrongly add headers of its own.
        guard !secret.isEmpty, secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .invalidAPIKey
        }
        self.secret = secret
    }

    /// The text without the key, should a server or a library have repeated it.
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
