import ArgumentParser
import Foundation

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
        if let date = try? Date(argument, strategy: .iso8601) {
            self = .moment(date)
            return
        }
        guard let parts = argument.wholeMatch(of: /(\d{1,2}):(\d{2})/), let hour = Int(parts.1),
            let minute = Int(parts.2), (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        self = .clock(hour: hour, minute: minute)
    }
}

/// A day of the calendar, from midnight to midnight of a time zone.
struct Day: Equatable, Sendable {
    /// As typed: `2026-11-21`.
    let text: String
    private let year: Int
    private let month: Int
    private let day: Int

    /// The moments of the day in a zone; `nil` for a day that is not in the calendar.
    func moments(in timeZone: TimeZone) -> Range<Date>? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let components = DateComponents(year: year, month: month, day: day)
        guard let start = calendar.date(from: components),
            calendar.dateComponents([.year, .month, .day], from: start) == components,
            let end = calendar.date(byAdding: .day, value: 1, to: start)
        else { return nil }
        return start..<end
    }
}

extension Day: ExpressibleByArgument {
    init?(argument: String) {
        guard let parts = argument.wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})/),
            let year = Int(parts.1), let month = Int(parts.2), let day = Int(parts.3)
        else { return nil }
        self.init(text: argument, year: year, month: month, day: day)
        guard moments(in: .gmt) != nil else { return nil }
    }
}
