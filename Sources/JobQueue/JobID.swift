/// The name of a job: ten letters and digits, chosen at random, never used again.
///
/// Random and not counted, so that a queue restored from a backup cannot give a new job the name of an old headshot.
public struct JobID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name as it is printed and typed.
    public let rawValue: String

    /// Accepts a name as a person typed it, in either case.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length else { return nil }
        let lowered = text.lowercased()
        guard lowered.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        rawValue = lowered
    }

    /// Draws a name from a generator; fifty bits make a collision improbable, and the queue refuses one.
    public init(using generator: inout some RandomNumberGenerator) {
        var bits: UInt64 = generator.next()
        let letters = (0..<Self.length).map { _ in
            defer { bits >>= 5 }
            return Self.alphabet[Int(bits & 31)]
        }
        rawValue = String(decoding: letters, as: UTF8.self)
    }

    /// The name as it is printed and typed.
    public var description: String { rawValue }

    /// Decodes the plain text.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let id = JobID(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not a job id"))
        }
        self = id
    }

    /// Encodes the plain text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    private static let length = 10

    /// Crockford's base 32: no letter that is read as a digit.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
}
