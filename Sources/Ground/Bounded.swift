public import FoundationEssentials

/// Conversions for numbers from outside: none of them traps, whatever the number is.
extension FixedWidthInteger {
    /// Rounds a number and clamps it to the range of this type; not a number becomes 0.
    public init(
        clamping number: Double, rounding rule: FloatingPointRoundingRule = .towardZero
    ) {
        let whole = number.rounded(rule)
        self = Self(exactly: whole) ?? (whole.isNaN ? 0 : whole < 0 ? .min : .max)
    }

    /// Reads a whole number in decimal digits, with a minus sign if it is negative; `nil` for any other text and for a
    /// number outside the range.
    public init?(digits text: some StringProtocol, in range: ClosedRange<Self>) {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Self(text, radix: 10), range.contains(number)
        else { return nil }
        self = number
    }

    /// The sum, clamped to the range of this type.
    public func addingClamped(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The product, clamped to the range of this type.
    public func multipliedClamped(by other: Self) -> Self {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}

extension Double {
    /// Larger and smaller than all that the program measures or counts.
    public static let ordinary = -1e9...1e9
}

extension Int {
    /// Larger and smaller than all that the program measures or counts.
    public static let ordinary = -1_000_000_000...1_000_000_000

    /// The counts that the program computes with.
    public static let counts = 0...1_000_000_000

    /// The sums of money that the program computes with, in millionths of a US dollar.
    public static let money = 0...1_000_000_000_000

    /// The whole numbers that are taken from a column of a table: thousands of them can be added up.
    public static let stored = -1_000_000_000_000_000...1_000_000_000_000_000
}

extension Comparable {
    /// The value, or the nearest end of a range.
    public func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}

/// Numbers in stored or received JSON: each is bounded where it is decoded, so that no later computation can trap.
///
/// A number out of range becomes the nearest one in it. Code that must not believe such a number compares what was
/// decoded with what was received.
extension KeyedDecodingContainer {
    /// Decodes a number, and clamps it to a range.
    public func number(_ key: Key, in range: ClosedRange<Double>) throws -> Double {
        try decode(Double.self, forKey: key).clamped(to: range)
    }

    /// Decodes a whole number, rounded toward zero and clamped to a range within ±2^53.
    public func number<Number: FixedWidthInteger>(
        _ key: Key, in range: ClosedRange<Number>
    ) throws -> Number {
        Number(clamping: try decode(Double.self, forKey: key)).clamped(to: range)
    }

    /// Decodes a whole number if it is there, rounded toward zero and clamped to a range within ±2^53.
    public func optionalNumber<Number: FixedWidthInteger>(
        _ key: Key, in range: ClosedRange<Number>
    ) throws -> Number? {
        guard let number = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        return Number(clamping: number).clamped(to: range)
    }
}

/// How long something took, in milliseconds: a member of stored JSON, clamped as it is decoded.
public struct Milliseconds: Codable, Sendable, Equatable {
    /// How many.
    public let count: Int

    /// Clamps a number of milliseconds to 0 to 10^9.
    public init(_ count: Int) { self.count = count.clamped(to: Int.counts) }

    /// Decodes a number.
    public init(from decoder: any Decoder) throws {
        self.init(Int(clamping: try decoder.singleValueContainer().decode(Double.self)))
    }

    /// Encodes a whole number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(count)
    }
}

extension Date {
    /// The times that the program stores and shows, the years 1 to 9999; all others become the nearest one of them.
    public static let storable =
        Date(timeIntervalSince1970: -62_135_596_800)...Date(timeIntervalSince1970: 253_402_300_799)

    /// The times that are accepted from outside, the years 1900 to 9999: a diary may have a moment of long ago.
    public static let acceptable = Date(timeIntervalSince1970: -2_208_988_800)...storable.upperBound

    /// The time, or the nearest one that is ``storable``.
    public var clamped: Date { clamped(to: Self.storable) }
}

extension Collection {
    /// The element that a number chooses, the same for the same number; `nil` if there are no elements.
    ///
    /// - Parameter seed: Any number.
    public func chosen(by seed: UInt64) -> Element? {
        guard !isEmpty else { return nil }
        // The remainder is less than the count, which is an `Int`.
        return self[index(startIndex, offsetBy: Int(truncatingIfNeeded: seed % UInt64(count)))]
    }
}

extension String {
    /// A number that is the same for the same text in every process, to choose with.
    public var seed: UInt64 { utf8.reduce(5381) { ($0 &* 33) ^ UInt64($1) } }
}
