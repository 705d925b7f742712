public import FoundationEssentials

/// A day of the calendar, wherever it is, such as `2026-11-21`.
public struct LocalDay: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// The year, the month and the day: ten characters, which sort as days do.
    public let description: String

    /// The day that a moment belongs to in a time zone; the nearest one for a moment outside the years 1 to 9999.
    public init(of moment: Date, in zone: TimeZone) {
        // Three days more on both sides: the zone may be ahead or behind, and the calendar is the Julian one before
        // 1582, in which the year 1 begins two days earlier.
        let margin = 3 * 86_400.0
        let moment = min(
            max(moment, Date.storable.lowerBound - margin), Date.storable.upperBound + margin)
        let parts = Self.calendar(zone).dateComponents([.era, .year, .month, .day], from: moment)
        let year = parts.era == 0 ? 0 : parts.year ?? 0
        guard year > 0 else {
            description = "0001-01-01"
            return
        }
        guard year <= 9999 else {
            description = "9999-12-31"
            return
        }
        description = [(year, 4), (parts.month, 2), (parts.day, 2)]
            .map { Self.digits($0, $1) }.joined(separator: "-")
    }

    /// Reads a day as ``description`` writes it; `nil` for anything else, also for days that do not exist.
    public init?(_ text: String) {
        // Without a pattern, which takes twice as long to read as all else of a row: lists have thousands of days.
        let hasForm = zip(text.utf8, "0000-00-00".utf8).allSatisfy { byte, sign in
            sign == UInt8(ascii: "-")
                ? byte == sign : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard hasForm, text.utf8.count == 10 else { return nil }
        description = text
        guard LocalDay(of: noonInGMT, in: .gmt) == self else { return nil }
    }

    /// The first moment of the day, which is later than midnight where the clock skips that.
    public func start(in zone: TimeZone) -> Date { moment(minutes: 0, in: zone) }

    /// The first moment of the next day.
    public func end(in zone: TimeZone) -> Date { adding(days: 1).start(in: zone) }

    /// The moment at which clocks show a time of the day.
    ///
    /// A time that the clock skips is the next one that exists; of one that comes twice it is the first.
    ///
    /// - Parameter minutes: Since midnight, as clocks show it.
    public func moment(minutes: Int, in zone: TimeZone) -> Date {
        func offset(_ moment: Date) -> TimeInterval { Double(zone.secondsFromGMT(for: moment)) }
        // The moment if clocks were set to GMT; the zone's own offset is the one before or after a change near it.
        let wall = noonInGMT.addingTimeInterval(Double(minutes) * 60 - 43_200)
        let offsets = [offset(wall - 86_400), offset(wall + 86_400)].sorted(by: >)
        let candidates = offsets.map { wall - $0 }
        if let first = candidates.first(where: { wall - offset($0) == $0 }) { return first }
        // The clock skips the time: it is changed between the two.
        var (before, after) = (candidates[0], candidates[1])
        while after.timeIntervalSince(before) > 1 {
            let middle = before + (after.timeIntervalSince(before) / 2).rounded(.down)
            if offset(middle) == offset(candidates[0]) { before = middle } else { after = middle }
        }
        return after
    }

    /// The day so many days later, or earlier.
    public func adding(days: Int) -> LocalDay {
        LocalDay(of: noonInGMT.addingTimeInterval(Double(days) * 86_400), in: .gmt)
    }

    /// The days from another day to this one.
    public func days(since other: LocalDay) -> Int {
        Int(
            clamping: noonInGMT.timeIntervalSince(other.noonInGMT) / 86_400,
            rounding: .toNearestOrAwayFromZero)
    }

    /// The index of the day's element, where each day has the one after that of the day before and the first follows
    /// the last.
    ///
    /// - Parameter count: How many elements there are; 1 or more.
    public func turn(among count: Int) -> Int {
        let days = Int(clamping: noonInGMT.timeIntervalSinceReferenceDate / 86_400, rounding: .down)
        let rest = days % count
        return rest < 0 ? rest + count : rest
    }

    /// The week of ISO 8601 that the day is in, such as `2026-W47`; weeks begin on Monday.
    public var week: String {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents(
            [.yearForWeekOfYear, .weekOfYear], from: noonInGMT)
        return Self.digits(parts.yearForWeekOfYear, 4) + "-W" + Self.digits(parts.weekOfYear, 2)
    }

    /// Whether a day is before another.
    public static func < (left: LocalDay, right: LocalDay) -> Bool {
        left.description < right.description
    }

    /// Reads a day as ``description`` writes it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = LocalDay(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "no day like 2026-11-21")
        }
        self = day
    }

    /// Writes ``description``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    private var noonInGMT: Date {
        let parts = description.split(separator: "-").map { Int($0) }
        return Self.calendar(.gmt).date(
            from: DateComponents(year: parts[0], month: parts[1], day: parts[2], hour: 12))
            ?? .distantPast
    }

    private static func digits(_ number: Int?, _ width: Int) -> String {
        let text = String(number ?? 0)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    private static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
