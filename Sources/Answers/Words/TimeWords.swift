import Ground
package import Foundation

/// Times in words.
package enum TimeWords {
    /// The time zone in which a command shows times, unless its caller names another.
    @TaskLocal package static var zone = TimeZone.current

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
        String(full(date, in: timeZone).dropLast(3))
    }

    /// A moment to the second: `2026-11-23 14:05:09`.
    package static func full(_ date: Date, in timeZone: TimeZone = zone) -> String {
        let style = Date.ISO8601FormatStyle(
            dateTimeSeparator: .space, timeSeparator: .colon, timeZone: timeZone)
        return date.formatted(style.year().month().day().time(includingFractionalSeconds: false))
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
        "until \(moment(date, now: now, in: timeZone)) (\(span(date.timeIntervalSince(now))))"
    }
}
