/// What sort of work a job is, such as `headshot`; the queue counts by it and asks nothing else of it.
public struct JobKind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name as rows, charges and people have it: 1 to 32 characters.
    public let rawValue: String

    /// Takes a name; the queue refuses one of another length.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }
}
