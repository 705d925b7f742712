/// The owner of a photo, for whom the cap counts: an anonymous id within a space, never a name.
public struct Person: Hashable, Sendable, CustomStringConvertible {
    /// The id as given.
    public let rawValue: String
    /// The person's space; the same id in another space is another person.
    public let space: Space

    /// Accepts 1 to 128 bytes of visible text; an id is never used as a path.
    public init?(_ text: String, in space: Space = .commandLine) {
        guard (1...Self.maximumBytes).contains(text.utf8.count),
            text.unicodeScalars.allSatisfy({ !$0.properties.isInvisible })
        else { return nil }
        rawValue = text
        self.space = space
    }

    /// The id as given.
    public var description: String { rawValue }

    /// Whether the id is a UUID of version 4 in lower case: 122 random bits, which no one guesses.
    public var isSecret: Bool {
        rawValue.wholeMatch(
            of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil
    }

    /// Long enough for a UUID, an e-mail address's hash or a file's name; short enough for one line of a table.
    public static let maximumBytes = 128
}

extension Unicode.Scalar.Properties {
    /// Control and format characters, with which an id could forge lines and columns on a terminal.
    fileprivate var isInvisible: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
            .privateUse:
            true
        default: false
        }
    }
}
