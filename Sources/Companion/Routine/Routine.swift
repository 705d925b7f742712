package import Foundation
package import Ground

/// A person's day of tasks, and the days before it.
package struct Routine: Sendable, Equatable {
    /// The tasks of the day that were ever ticked or opened again.
    package var ticks: [String: Tick]
    /// The days in a row.
    package var streak: Streak
    /// The days that count, from the last one before the day on.
    package var days: [StreakDay]
    /// The freezes that the person has not used.
    package var freezes: Int
    /// The freezes that the change which led here has used.
    package var usedFreezes = 0

    /// What a person last did with a task.
    package struct Tick: Sendable, Equatable {
        /// When the task was done; of an open one, when it was opened again.
        package var done: Date
        /// When the person last ticked or opened it: what arrives later, but happened before, changes nothing.
        package var last: Date
        package var isOpen: Bool
    }

    /// The tasks of the day that are done, and when.
    package var done: [String: Date] {
        ticks.compactMapValues { $0.isOpen ? nil : $0.done }
    }

    /// Ticks a task, unless the person has opened it again after that moment.
    ///
    /// The last act decides by when it happened, in whatever order several devices send theirs; of two at one moment, the one
    /// that arrives last.
    package mutating func tick(_ task: String, at moment: Date) {
        guard let known = ticks[task], moment >= known.last || !known.isOpen else {
            if ticks[task] == nil { ticks[task] = Tick(done: moment, last: moment, isOpen: false) }
            return
        }
        ticks[task] = Tick(
            done: known.isOpen ? moment : known.done, last: max(moment, known.last), isOpen: false)
    }

    /// Opens a task again, unless the person has ticked it after that moment.
    package mutating func open(_ task: String, at moment: Date) {
        guard let known = ticks[task], moment < known.last else {
            ticks[task] = Tick(done: moment, last: moment, isOpen: true)
            return
        }
        // It was ticked both before and after.
        if !known.isOpen, known.done < moment { ticks[task]?.done = known.last }
    }

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
