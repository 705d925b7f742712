public import Foundation
public import Ground

/// A person's day of tasks, and the days before it.
public struct Routine: Sendable, Equatable {
    /// The tasks of the day that are done, and when.
    public var done: [String: Date]
    /// The days in a row.
    public var streak: Streak
    /// The freezes that the person has not used.
    public var freezes: Int
}

/// A person who wants to be reminded.
public struct RemindedPerson: Sendable {
    /// The person.
    public let person: Person
    /// What the person said, the time zone among it.
    public let wishes: Wishes
    /// The days in a row.
    public let streak: Streak
    /// The reminders that were sent lately.
    public let sent: [SentReminder]
}

/// A reminder that was sent.
public struct SentReminder: Sendable, Hashable {
    /// What it was about.
    public let kind: String
    /// The person's day.
    public let day: LocalDay

    /// Names a reminder.
    public init(kind: String, day: LocalDay) {
        self.kind = kind
        self.day = day
    }
}
