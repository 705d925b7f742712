/// A namespace of persons, such as an app or a team: spaces share no caps, no keys and no jobs.
public struct Space: Hashable, Sendable, CustomStringConvertible {
    /// The name; empty for the command line's own space.
    public let rawValue: String

    /// The space of people whose photos are handed in at a terminal.
    public static let commandLine = Space(unchecked: "")

    /// Accepts 1 to 32 lower-case letters, digits and hyphens, a letter first.
    public init?(_ text: String) {
        let letters = Array(text.utf8)
        guard let first = letters.first, letters.count <= 32, (0x61...0x7A).contains(first),
            letters.allSatisfy({
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
            })
        else { return nil }
        self.init(unchecked: text)
    }

    /// A name as stored in the queue.
    package init?(row name: String) {
        if name.isEmpty {
            self = .commandLine
        } else {
            self.init(name)
        }
    }

    private init(unchecked text: String) { rawValue = text }

    /// The name.
    public var description: String { rawValue }
}
