/// What sort of work a job is, such as `headshot`; the queue only counts by it.
public struct JobKind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name in rows and charges and for people: 1 to 32 characters.
    public let rawValue: String

    /// Takes a name; the queue refuses one of another length.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }
}
