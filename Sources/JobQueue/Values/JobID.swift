import Foundation

/// The name of a job: its number, written as ten letters and digits, never used again.
///
/// The number is the larger of the last one plus one and the milliseconds since 2020 with ``spareBits`` behind them. So
/// it grows with each job, and a queue that was restored from a backup gives no new job the name of an old one.
public struct JobID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// The number, from 0 up to 2^50.
    public let rawValue: Int64

    /// Accepts a number that ten letters can write.
    public init?(rawValue: Int64) {
        guard Self.numbers.contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Accepts a name as a person typed it, in either case.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length, let number = Base32.number(text) else { return nil }
        rawValue = number
    }

    /// The smallest name of a moment.
    init(at moment: Date) {
        let sinceStart = max(0, moment.milliseconds - Self.start)
        rawValue = min(sinceStart, Self.latest) << Self.spareBits
    }

    /// The name as it is printed and typed.
    public var description: String { Base32.text(rawValue, length: Self.length) }

    /// The names that begin with some letters; `nil` if no name does.
    package static func range(startingWith prefix: String) -> Range<Int64>? {
        let missing = length - prefix.utf8.count
        guard missing >= 0, let number = Base32.number(prefix) else { return nil }
        return number << (5 * missing)..<(number + 1) << (5 * missing)
    }

    /// Compares the numbers: a job that was submitted later has the larger one.
    public static func < (left: JobID, right: JobID) -> Bool { left.rawValue < right.rawValue }

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
        try container.encode(description)
    }

    private static let length = 10
    private static let numbers: Range<Int64> = 0..<1 << (5 * 10)

    /// Bits behind the milliseconds: 512 jobs a millisecond until 2089.
    static let spareBits = 9

    /// The last millisecond that a name can tell.
    private static let latest = (numbers.upperBound - 1) >> Int64(spareBits)

    /// The beginning of 2020 in UTC, in milliseconds since 1970.
    static let start: Int64 = 1_577_836_800_000
}
