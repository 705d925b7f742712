import Ground

/// How much of the cap and the money one person, or all persons, used.
public struct Usage: Sendable, Equatable, Codable {
    /// Charges of the day that count against the cap.
    public var usedToday: Int
    /// The money of the day.
    public var today: Money
    /// The money of the calendar month so far.
    public var month: Money

    /// Nothing.
    public static let none = Usage(usedToday: 0, today: Money(), month: Money())
}

/// Money in millionths of a US dollar, by how well it is known.
public struct Money: Sendable, Equatable, Codable {
    /// Paid, and counted from the answers' tokens.
    public var known = 0
    /// Paid, at the model's usual price.
    public var estimated = 0
    /// Perhaps paid, at the model's usual price.
    public var unknown = 0
    /// Charges of unknown price.
    public var unpriced = 0

    /// Nothing.
    public init() {}
}

extension Money {
    /// The sums, kind by kind.
    public static func + (left: Money, right: Money) -> Money {
        var sum = Money()
        sum.known = left.known.addingClamped(right.known)
        sum.estimated = left.estimated.addingClamped(right.estimated)
        sum.unknown = left.unknown.addingClamped(right.unknown)
        sum.unpriced = left.unpriced.addingClamped(right.unpriced)
        return sum
    }
}
