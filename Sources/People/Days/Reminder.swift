public import Foundation
public import Ground

/// What a person may be reminded of.
public struct Reminder: Sendable, Equatable {
    /// What it is about; the raw value is stable and stored.
    public enum Kind: String, Sendable, CaseIterable {
        /// The tasks of the day.
        case daily
        /// A streak that is about to end.
        case atRisk = "streak_at_risk"
    }

    /// What it is about.
    public let kind: Kind
    /// The person's day, on which each kind is due once.
    public let day: LocalDay
    /// The words to show.
    public let title: String
    /// The words below.
    public let body: String
}

/// What decides which reminders are due for a person.
public struct ReminderState: Sendable {
    /// The person's time zone.
    public var zone: TimeZone
    /// When the person wants to be reminded, in minutes since midnight as clocks show it.
    public var minutes: Int
    /// The streak.
    public var streak: Streak
    /// The kinds and days that were sent.
    public var sent: [(kind: Reminder.Kind, day: LocalDay)]

    /// Describes a person.
    public init(
        zone: TimeZone, minutes: Int, streak: Streak, sent: [(kind: Reminder.Kind, day: LocalDay)]
    ) {
        self.zone = zone
        self.minutes = minutes
        self.streak = streak
        self.sent = sent
    }

    /// The reminders that are due, each kind once a day; none once the day is done.
    public func due(
        at now: Date, rule: StreakRule, words: RoutineWords.Reminders
    ) -> [Reminder] {
        let today = LocalDay(of: now, in: zone)
        if let last = streak.lastDay, today <= last { return [] }
        return Reminder.Kind.allCases.compactMap { kind in
            guard !sent.contains(where: { $0.kind == kind && $0.day == today }) else { return nil }
            switch kind {
            case .daily:
                guard now >= today.moment(minutes: minutes, in: zone) else { return nil }
                let days = rule.shown(streak, at: now, in: zone)
                let body = days > 0 ? words.daily.bodyWithStreak : words.daily.body
                return Reminder(
                    kind: kind, day: today, title: words.daily.title,
                    body: body.counting(days, as: "days"))
            case .atRisk:
                guard rule.isAtRisk(streak, at: now, in: zone),
                    let deadline = rule.deadline(of: streak, in: zone)
                else { return nil }
                let hours = Int(clamping: deadline.timeIntervalSince(now) / 3600)
                let body =
                    hours > 0
                    ? words.atRisk.body.counting(hours, as: "hours")
                    : words.atRisk.bodySoon
                return Reminder(kind: kind, day: today, title: words.atRisk.title, body: body)
            }
        }
    }
}
