public import Foundation
import Ground

/// The limits of a day: charges per person, money for all persons together, and the time zone of the day.
public struct DailyCap: Sendable, Equatable {
    /// The most charges a person a day.
    public var charges: Int
    /// The most money a day for all persons together, in millionths of a US dollar; `nil` for no limit.
    public var spend: Int?
    /// The zone whose midnight begins the day.
    public var timeZone: TimeZone

    /// Ten a day: what one person can need, and little enough to notice a runaway script.
    public static let standardCharges = 10

    /// Creates a cap.
    public init(charges: Int = standardCharges, spend: Int? = nil, timeZone: TimeZone) {
        self.charges = charges
        self.spend = spend
        self.timeZone = timeZone
    }

    /// The day of a moment, as `2026-11-21`.
    public func day(of moment: Date) -> String { LocalDay(of: moment, in: timeZone).description }

    /// The first moment of the next day; correct across changes of daylight saving time.
    public func nextDay(after moment: Date) -> Date {
        LocalDay(of: moment, in: timeZone).end(in: timeZone)
    }
}
