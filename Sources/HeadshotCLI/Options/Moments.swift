public import ArgumentParser
import Foundation
public import Ground

/// A time before which a job may not be claimed: a moment, or the next occurrence of a time of day.
enum NotBefore: Equatable, Sendable {
    case moment(Date)
    case clock(hour: Int, minute: Int)

    /// The moment, counted from now.
    func date(after now: Date, in timeZone: TimeZone) -> Date? {
        switch self {
        case .moment(let date): return date
        case .clock(let hour, let minute):
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = timeZone
            return calendar.nextDate(
                after: now, matching: DateComponents(hour: hour, minute: minute, second: 0),
                matchingPolicy: .nextTime)
        }
    }
}

extension NotBefore: ExpressibleByArgument {
    /// Parses `2026-11-22T09:00:00+01:00` or `09:00`.
    init?(argument: String) {
        if let date = try? Date(argument, strategy: .iso8601), Date.acceptable.contains(date) {
            self = .moment(date)
            return
        }
        guard let parts = argument.wholeMatch(of: /([0-9]{1,2}):([0-9]{2})/),
            let hour = Int(digits: parts.1, in: 0...23),
            let minute = Int(digits: parts.2, in: 0...59)
        else { return nil }
        self = .clock(hour: hour, minute: minute)
    }
}

extension LocalDay: ExpressibleByArgument {
    /// Parses `2026-11-21`.
    public init?(argument: String) { self.init(argument) }

    /// The moments of the day in a zone; none for a day that the zone skipped.
    func moments(in timeZone: TimeZone) -> Range<Date> {
        start(in: timeZone)..<end(in: timeZone)
    }
}
