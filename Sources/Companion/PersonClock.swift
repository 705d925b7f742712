package import Foundation
package import Ground

/// The time where a person is: it alone says which day a person has, which days are over, and when a client's time is meant.
package struct PersonClock: Sendable {
    package let now: Date
    package let zone: TimeZone

    package init(now: Date, zone: TimeZone) {
        self.now = now
        self.zone = zone
    }

    /// The person's day.
    package var today: LocalDay { day(of: now) }

    /// The person's day of a moment.
    package func day(of moment: Date) -> LocalDay { LocalDay(of: moment, in: zone) }

    /// The person's time of day at a moment, such as `08:00`.
    package func time(of moment: Date) -> String {
        var style = Date.VerbatimFormatStyle.time
        style.timeZone = zone
        return moment.formatted(style)
    }

    /// Whether a day is over, also where its last moment was written down.
    package func isOver(_ day: LocalDay, alsoIn zone: TimeZone? = nil) -> Bool {
        [self.zone, zone ?? self.zone].allSatisfy { day.end(in: $0) <= now }
    }

    /// The same time in another zone; in this one for a name that is unknown.
    package func moved(to name: String?) -> PersonClock {
        PersonClock(now: now, zone: name.flatMap(TimeZone.init(identifier:)) ?? zone)
    }

    /// A time that a client sent: one that is up to a day ahead is now, since clocks of devices are wrong.
    ///
    /// - Parameter member: What the client calls it.
    /// - Throws: ``PersonProblem/malformed(_:)`` for a time further ahead, and for one before 2001, which is what a device
    ///   sends whose clock was never set.
    package func taken(_ time: Date, as member: String) throws(PersonProblem) -> Date {
        guard time >= Self.oldest else { throw .malformed("'\(member)' is before 2001.") }
        guard time <= now.addingTimeInterval(Self.ahead) else {
            throw .malformed("'\(member)' is in the future.")
        }
        return min(time, now)
    }

    /// In seconds.
    private static let ahead: TimeInterval = 86_400
    private static let oldest = Date(timeIntervalSinceReferenceDate: 0)
}

extension Date.VerbatimFormatStyle {
    /// A time of the day, such as `08:00`.
    fileprivate static let time = Date.VerbatimFormatStyle(
        format: """
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\
            \(minute: .twoDigits)
            """, timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
}
