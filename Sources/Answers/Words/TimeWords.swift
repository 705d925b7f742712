import Ground
package import Foundation

/// Times in words.
package enum TimeWords {
    /// The time zone in which a command shows times, unless its caller names another.
    @TaskLocal package static var zone = TimeZone.current

    /// The time zone of the reader's machine; `nil` if it is not known.
    ///
    /// A time of a zone in which the clock shows another time is followed by that zone's offset: `14:05 UTC+1`.
    @TaskLocal package static var reader: TimeZone?

    /// Whether it is said how long a wait is; a page that is read later has only its end.
    @TaskLocal package static var saysSpans = true

    /// A length of time in at most two units: `59 s`, `4 min 59 s`, `5 h 12 min`, `3 days 4 h`.
    package static func span(_ seconds: TimeInterval) -> String {
        let whole = Int(clamping: min(max(seconds, 0), 1e9), rounding: .up)
        return switch whole {
        case ..<60: "\(whole) s"
        case ..<3600: "\(whole / 60) min \(whole % 60) s"
        case ..<172_800: "\(whole / 3600) h \(whole % 3600 / 60) min"
        default: "\(whole / 86_400) days \(whole % 86_400 / 3600) h"
        }
    }

    /// A moment on the reader's clock: `14:05` today, else `2026-11-23 14:05`.
    package static func moment(_ date: Date, now: Date, in timeZone: TimeZone = zone) -> String {
        let text = minute(date, in: timeZone)
        let isToday = text.prefix(10) == minute(now, in: timeZone).prefix(10)
        return isToday ? String(text.dropFirst(11)) : text
    }

    /// A moment with its date, for what is read on another day: `2026-11-23 14:05`.
    package static func minute(_ date: Date, in timeZone: TimeZone = zone) -> String {
        String(clock(date, in: timeZone).dropLast(3)) + offset(date, in: timeZone)
    }

    /// A moment to the second: `2026-11-23 14:05:09`.
    package static func full(_ date: Date, in timeZone: TimeZone = zone) -> String {
        clock(date, in: timeZone) + offset(date, in: timeZone)
    }

    private static func clock(_ date: Date, in timeZone: TimeZone) -> String {
        let style = Date.ISO8601FormatStyle(
            dateTimeSeparator: .space, timeSeparator: .colon, timeZone: timeZone)
        return date.formatted(style.year().month().day().time(includingFractionalSeconds: false))
    }

    /// The offset of a zone, if the reader's clock shows another time: ` UTC+5:30`.
    private static func offset(_ date: Date, in timeZone: TimeZone) -> String {
        let seconds = timeZone.secondsFromGMT(for: date)
        guard let reader, reader.secondsFromGMT(for: date) != seconds else { return "" }
        let (hours, minutes) = (abs(seconds) / 3600, abs(seconds) / 60 % 60)
        guard hours + minutes > 0 else { return " UTC" }
        let rest = minutes == 0 ? "" : ":\(minutes < 10 ? "0" : "")\(minutes)"
        return " UTC\(seconds < 0 ? "-" : "+")\(hours)\(rest)"
    }

    /// The wait for a moment: by an operator's clock, or for a person as `Starts in about 5 minutes`.
    static func wait(_ date: Date, now: Date, for timeZone: TimeZone?) -> String {
        timeZone.map { "Waits \(until(date, now: now, in: $0))" }
            ?? "Starts \(about(date, now: now))"
    }

    /// How long a moment is from now, as a person would say it: `in about 5 minutes`, `in about 3 hours`.
    package static func about(_ date: Date, now: Date) -> String {
        about(seconds: date.timeIntervalSince(now))
    }

    /// The same of a time that is so many seconds from now.
    package static func about(seconds: TimeInterval) -> String {
        let minutes = min(max(seconds, 0), 1e9) / 60
        func nearest(_ number: Double) -> Int {
            Int(clamping: number, rounding: .toNearestOrAwayFromZero)
        }
        func about(_ number: Int, _ unit: String) -> String {
            "in about \(number) \(unit)\(number == 1 ? "" : "s")"
        }
        return switch minutes {
        case ...90: about(max(1, Int(clamping: minutes, rounding: .up)), "minute")
        case ...(36 * 60): about(nearest(minutes / 60), "hour")
        default: about(nearest(minutes / 1440), "day")
        }
    }

    /// A moment, and how long that is from now: `until 14:05 (4 min 59 s)`.
    package static func until(_ date: Date, now: Date, in timeZone: TimeZone = zone) -> String {
        let moment = moment(date, now: now, in: timeZone)
        return saysSpans
            ? "until \(moment) (\(span(date.timeIntervalSince(now))))" : "until \(moment)"
    }
}
