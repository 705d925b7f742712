package import Companion
import Foundation
import Ground
import JobQueue
import People

/// A person's day, and the days before it.
package struct RoutineAnswer: Encodable {
    let day: LocalDay
    let tasks: [TaskState]
    let streak: StreakAnswer
    /// The sentence of the day; absent until the day is done.
    let insight: String?

    struct TaskState: Encodable {
        let id: String
        let title: String
        let completed: Bool
        let completedAt: Date?
    }

    package init(_ state: RoutineDay) {
        let routine = state.routine
        let today = state.clock.today
        day = today
        tasks = state.words.tasks.map { task in
            TaskState(
                id: task.id, title: task.title, completed: routine.done[task.id] != nil,
                completedAt: routine.done[task.id])
        }
        streak = StreakAnswer(
            routine.streak, freezes: routine.freezes, mayFreeze: state.mayFreeze, state.rule,
            state.clock, state.words)
        let insights = state.words.toldInsights
        // One a day, each in its turn.
        let isDone = routine.streak.lastDay.map { $0 >= today } ?? false
        insight =
            isDone && !insights.isEmpty ? insights[today.turn(among: insights.count)] : nil
    }
}

/// The days in a row as they are sent.
struct StreakAnswer: Encodable {
    /// 0 once it is over.
    let count: Int
    /// Until when the next day has to be done; absent before the first.
    let deadline: Date?
    let atRisk: Bool
    /// Whether there was a streak, and it is over.
    let lapsed: Bool
    /// What is said of one that is over; absent for one that is not.
    let message: String?
    let freezes: Int
    /// Whether a freeze would save it now, and there is one.
    let canFreeze: Bool
    let totalDays: Int
    let best: Int

    init(
        _ streak: Streak, freezes: Int, mayFreeze: Bool, _ rule: StreakRule, _ clock: PersonClock,
        _ words: RoutineWords
    ) {
        count = rule.shown(streak, at: clock.now, in: clock.zone)
        deadline = rule.deadline(of: streak, in: clock.zone)
        atRisk = rule.isAtRisk(streak, at: clock.now, in: clock.zone)
        lapsed = rule.isOver(streak, at: clock.now, in: clock.zone)
        message = lapsed ? words.lapsed.replacing("{best}", with: String(streak.best)) : nil
        self.freezes = freezes
        canFreeze =
            mayFreeze && freezes > 0 && rule.canFreeze(streak, at: clock.now, in: clock.zone)
        totalDays = streak.totalDays
        best = streak.best
    }
}
