/// The name of one run of a worker process: fresh at each start, so that a dead one is never mistaken for a live one.
public struct WorkerID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name; letters and digits only, since it is also a file's name.
    public let rawValue: String

    /// Accepts letters, digits and hyphens.
    public init?(_ text: String) {
        guard !text.isEmpty, text.count <= 64,
            text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        else { return nil }
        rawValue = text
    }

    /// Uses a fresh name.
    public init(_ fresh: RandomName) {
        rawValue = fresh.rawValue
    }

    /// The name.
    public var description: String { rawValue }
}
