public import Foundation
public import Ground

/// Pure: the same streak, moment and zone always give the same.
extension StreakRule {
    /// Until when the next day has to be done; `nil` before the first.
    ///
    /// The moment itself still counts by the window, and is the next day by the calendar.
    ///
    /// A moved time zone makes it later at most: by the calendar, the later of both zones' ends counts.
    public func deadline(of streak: Streak, in zone: TimeZone) -> Date? {
        guard let done = streak.lastDone, let day = streak.lastDay else { return nil }
        switch self {
        case .window:
            return done.addingTimeInterval(Self.day * Double(1 + streak.freezesUsed)).clamped
        case .calendar:
            let last = day.adding(days: 1 + streak.freezesUsed)
            let zones =
                [zone] + [streak.zone.flatMap(TimeZone.init(identifier:))].compactMap(\.self)
            return zones.map { last.end(in: $0) }.max()
        }
    }

    /// The days in a row that a person is shown: none once the deadline is over.
    public func shown(_ streak: Streak, at now: Date, in zone: TimeZone) -> Int {
        isOver(streak, at: now, in: zone) ? 0 : streak.count
    }

    /// Whether there was a streak, and it is over.
    public func isOver(_ streak: Streak, at now: Date, in zone: TimeZone) -> Bool {
        guard let deadline = deadline(of: streak, in: zone) else { return false }
        return self == .window ? now > deadline : now >= deadline
    }

    /// Adds a day that was done now; a day counts once, and so does one that a moved zone brings back.
    public func add(_ now: Date, to streak: inout Streak, in zone: TimeZone) {
        let today = LocalDay(of: now, in: zone)
        if let last = streak.lastDay, today <= last { return }
        let begins = isOver(streak, at: now, in: zone)
        streak.lost = begins ? Streak.Lost(streak) : nil
        streak.count = begins ? 1 : streak.count + 1
        streak.lastDone = now
        streak.lastDay = today
        streak.zone = zone.identifier
        streak.totalDays += 1
        streak.best = max(streak.best, streak.count)
        streak.freezesUsed = 0
    }

    /// Whether the streak ends unless something is done soon: today is open, and the risk has begun.
    public func isAtRisk(_ streak: Streak, at now: Date, in zone: TimeZone) -> Bool {
        guard let begin = riskBegins(streak, on: LocalDay(of: now, in: zone), in: zone) else {
            return false
        }
        return now >= begin && !isOver(streak, at: now, in: zone)
    }

    /// When on a day people learn that their streak is about to end: at 8 in the evening, or four hours before it ends, if
    /// that is earlier, but not before the morning; `nil` on a day on which it does not end, or ends at night.
    func riskBegins(_ streak: Streak, on day: LocalDay, in zone: TimeZone) -> Date? {
        guard streak.count > 0, let last = streak.lastDay, day > last,
            let deadline = deadline(of: streak, in: zone)
        else { return nil }
        let evening = day.moment(minutes: PersonHours.evening, in: zone)
        let begin = max(
            min(evening, deadline - Self.nearDeadline),
            day.moment(minutes: PersonHours.morning, in: zone))
        let left = deadline.timeIntervalSince(begin)
        return left > 0 && left <= Self.lastHours ? begin : nil
    }

    /// In seconds.
    private static let day: TimeInterval = 24 * 3600
    /// In seconds: the "in 4 hours" of the reminder.
    private static let nearDeadline: TimeInterval = 4 * 3600
    /// In seconds: from the evening to the end of a day on which the clock is set back, and an hour more.
    private static let lastHours: TimeInterval = 6 * 3600
}
