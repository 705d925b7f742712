/// The tone in which a moment is answered, the safest one first; the raw value is stable and stored.
public enum Tone: String, Sendable, CaseIterable, Codable {
    /// Words of danger: thanks and where help is, and nothing else.
    case crisis
    /// Words that may be anything: a warm line that suits everybody.
    case neutral
    /// A hard day: a gentle line.
    case gentle
    /// A win over danger, praised in earnest.
    case recovery
    /// A win.
    case cheer

    /// The one that does less harm if the words meant the other.
    public func safer(of other: Tone) -> Tone {
        Self.allCases.first { $0 == self || $0 == other } ?? self
    }

    /// Whether help is named beside the line.
    public var namesHelp: Bool { self == .crisis || self == .neutral || self == .recovery }
}
