import Foundation
package import Ground
package import JobQueue
package import People

/// A person who wants to be reminded.
package struct RemindedPerson: Sendable {
    package let person: Person
    /// What the person said, the time zone among it.
    package let wishes: Preferences
    /// The days in a row.
    package let streak: Streak
    /// The freezes that are on: they hold the streak as soon as a day is missed.
    package let freezes: Int
    /// The reminders that were sent lately, and those that a program has claimed.
    package let sent: [ReminderState.Sent]

    /// What decides which reminders the person gets.
    package func state(_ clock: PersonClock, rule: StreakRule) -> ReminderState {
        var streak = streak
        _ = rule.freeze(&streak, with: freezes, at: clock.now, in: clock.zone)
        return ReminderState(
            zone: clock.zone, minutes: wishes.reminderMinutes, since: wishes.remindersSet,
            streak: streak, rule: rule, sent: sent)
    }
}

package struct SentReminder: Sendable, Hashable {
    /// What it was about.
    package let kind: Reminder.Kind
    /// The person's day.
    package let day: LocalDay

    package init(kind: Reminder.Kind, day: LocalDay) {
        self.kind = kind
        self.day = day
    }

    /// - Parameter name: The kind as it is sent; `nil` for any other text.
    package init?(named name: String, day: LocalDay) {
        guard let kind = Reminder.Kind(rawValue: name) else { return nil }
        self.init(kind: kind, day: day)
    }
}

extension Reminder.Kind {
    /// The names under which reminders of a day are stored: a person who chooses another time is reminded again.
    var storedNames: [String] {
        switch self {
        case .daily: [rawValue, "daily_again"]
        case .atRisk: [rawValue]
        }
    }

    init?(stored name: String) {
        guard let kind = Self.allCases.first(where: { $0.storedNames.contains(name) }) else {
            return nil
        }
        self = kind
    }
}
