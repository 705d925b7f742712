import Hashing
import Foundation
import Ground

/// The owner of a photo, for whom the cap counts: an anonymous id within a space, never a name.
public struct Person: Hashable, Sendable, CustomStringConvertible {
    /// The id; a UUID has one spelling, in lower case, or one person would have two caps.
    public let rawValue: String
    /// The person's space; the same id in another space is another person.
    public let space: Space

    /// Accepts 1 to 128 bytes of visible text; an id is never used as a path.
    public init?(_ text: String, in space: Space = .commandLine) {
        guard (1...Self.maximumBytes).contains(text.utf8.count),
            text.unicodeScalars.allSatisfy({ $0.shown == $0 })
        else { return nil }
        // Only a text of this length can be a UUID.
        rawValue =
            text.utf8.count == 36 ? UUID(uuidString: text)?.uuidString.lowercased() ?? text : text
        self.space = space
    }

    /// The person whom a text from outside names: typed, in a list, or the name of a file.
    ///
    /// An accent may be part of its letter or a character behind it, as macOS writes names of files: both are one person, in the
    /// first form (NFC). The queue's own rows are read as they are.
    public init?(named text: String, in space: Space = .commandLine) {
        self.init(text.precomposedStringWithCanonicalMapping, in: space)
    }

    /// The id.
    public var description: String { rawValue }

    /// Whether the id is a UUID of version 4 in lower case: 122 random bits, which no one guesses.
    public var isSecret: Bool {
        rawValue.wholeMatch(
            of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil
    }

    /// The person in file names, pages and messages that may be passed on: the id, but a hash of one that is a secret.
    ///
    /// In an app's space the id is what proves who a person is. The hash has the first 12 hexadecimal digits of the
    /// SHA-256 of the space, a slash and the id.
    public var label: String {
        guard isSecret, space != .commandLine else { return rawValue }
        let digest = SHA256.hash(data: Data("\(space)/\(rawValue)".utf8)).hexadecimal
        return "person-\(digest.prefix(12))"
    }

    /// Long enough for a UUID, an e-mail address's hash or a file's name; short enough for one line of a table.
    public static let maximumBytes = 128
}
