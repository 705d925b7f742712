import ArgumentParser
import Foundation

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
