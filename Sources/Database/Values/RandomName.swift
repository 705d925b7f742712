/// A fresh name of ten letters and digits, for a worker's run or a claim; fifty random bits make a collision improbable.
public struct RandomName: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// In letters.
    static let length = 10

    /// Draws a name from a generator.
    public init(using generator: inout some RandomNumberGenerator) {
        rawValue = Base32.text(Int64(generator.next() as UInt64 >> 1), length: Self.length)
    }

    /// The name.
    public var description: String { rawValue }
}
