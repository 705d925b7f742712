package import Foundation
package import Ground

/// A person's day of tasks, and the days before it.
package struct Routine: Sendable, Equatable {
    /// The tasks of the day that are done, and when.
    package var done: [String: Date]
    /// The days in a row.
    package var streak: Streak
    /// The days that count, from the last one before the day on.
    package var days: [StreakDay]
    /// The freezes that the person has not used.
    package var freezes: Int
}

/// A day of the past, for a calendar.
package struct RoutineHistoryDay: Sendable, Equatable {
    package let day: LocalDay
    /// The tasks that are done, and when.
    package var tasks: [String: Date] = [:]
    /// The streak of then; `nil` for a day that does not count.
    package var counted: StreakDay?

    init(_ day: LocalDay) { self.day = day }
}
