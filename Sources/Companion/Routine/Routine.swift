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
    /// The freezes that the change which led here has used.
    package var usedFreezes = 0

    /// Notes that freezes hold a streak which was over, so that a day that is sent late continues it.
    mutating func hold(_ lost: Streak.Lost, with freezes: Int) {
        guard let zone = lost.zone else { return }
        days.removeAll { $0.day == lost.lastDay }
        days.insert(
            StreakDay(
                day: lost.lastDay, done: lost.lastDone, zone: zone, count: lost.count,
                freezesUsed: lost.freezesUsed + freezes),
            at: days.firstIndex { $0.day > lost.lastDay } ?? days.endIndex)
    }
}

/// A freeze that a person has, or had.
package struct StreakFreeze: Sendable, Equatable, Encodable {
    package let granted: Date
    /// When it saved a streak.
    package let used: Date?
    /// When the store gave the money back.
    package let refunded: Date?
}

/// A day of the past, for a calendar.
package struct RoutineHistoryDay: Sendable, Equatable {
    package let day: LocalDay
    /// The tasks that are done, and when.
    package var tasks: [String: Date] = [:]
    /// The streak of then; `nil` for a day that does not count.
    package var counted: StreakDay?

    /// A day without a task that is done.
    package init(_ day: LocalDay) { self.day = day }
}
