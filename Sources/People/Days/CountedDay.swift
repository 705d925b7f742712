public import Foundation
import Ground

/// A day within which uses of a person are counted against a limit.
///
/// It ends at a midnight of the zone in which the person was when it began: a person who changes zones in the middle of it begins
/// no other day. The first day in another zone ends at least ``shortest`` after the one before, so that no journey, and no setting,
/// gives a person more days than there are.
public struct CountedDay: Sendable, Equatable {
    /// The first moment that counts.
    public let begin: Date
    /// The first moment that counts for the next day.
    public let end: Date

    /// A day as it was stored.
    public init(begin: Date, end: Date) {
        self.begin = begin
        self.end = end
    }

    /// The day at a moment.
    ///
    /// - Parameters:
    ///   - zone: Where the person is.
    ///   - last: The last day for which something was counted; `nil` if there is none.
    public init(at now: Date, in zone: TimeZone, after last: CountedDay?) {
        let today = LocalDay(of: now, in: zone)
        // One that begins in the future is of a clock that was set back since.
        guard let last, last.begin <= now else {
            self.init(begin: today.start(in: zone), end: today.end(in: zone))
            return
        }
        guard last.end <= now else {
            self = last
            return
        }
        var day = today
        while day.end(in: zone) < last.end + Self.shortest { day = day.adding(days: 1) }
        self.init(begin: max(last.end, today.start(in: zone)), end: day.end(in: zone))
    }

    /// In seconds: 23 hours, a day on which clocks are set forward.
    public static let shortest: TimeInterval = 23 * 3600
}
