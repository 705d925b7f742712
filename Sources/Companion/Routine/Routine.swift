package import Foundation
package import Ground
package import JobQueue

/// A person's day of tasks, and the days before it.
package struct Routine: Sendable, Equatable {
    /// The tasks of the day that are done, and when.
    package var done: [String: Date]
    /// The days in a row.
    package var streak: Streak
    /// The freezes that the person has not used.
    package var freezes: Int
    /// The freezes that the change which led here has used.
    package var usedFreezes = 0
}

/// A freeze that a person has, or had.
package struct StreakFreeze: Sendable, Equatable, Encodable {
    package let granted: Date
    /// When it saved a streak.
    package let used: Date?
    /// When the store gave the money back.
    package let refunded: Date?
}

/// A person who wants to be reminded.
package struct RemindedPerson: Sendable {
    package let person: Person
    /// What the person said, the time zone among it.
    package let wishes: Preferences
    /// The days in a row.
    package let streak: Streak
    /// The reminders that were sent lately.
    package let sent: [SentReminder]
}

package struct SentReminder: Sendable, Hashable {
    /// What it was about.
    package let kind: String
    /// The person's day.
    package let day: LocalDay

    package init(kind: String, day: LocalDay) {
        self.kind = kind
        self.day = day
    }
}
