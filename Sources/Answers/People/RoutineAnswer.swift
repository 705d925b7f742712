package import Companion
import Foundation
import Ground
import JobQueue
import People

/// A person's day, and the days before it.
package struct RoutineAnswer: Encodable {
    private let state: RoutineDay

    package init(_ state: RoutineDay) { self.state = state }

    package func encode(to encoder: any Encoder) throws {
        let routine = state.routine
        let day = state.day
        let tasks = state.words.tasks.map { task -> JSONObject in
            let completed = routine.done[task.id]
            return [
                "id": task.id, "title": task.title, "completed": completed != nil,
                "completedAt": completed,
            ]
        }
        let insights = state.words.toldInsights
        let isDone = state.isDone
        // One a day, each in its turn; none until the day is done.
        let insight =
            isDone && !insights.isEmpty ? insights[day.turn(among: insights.count)] : nil
        let streak = StreakAnswer(
            streak: routine.streak, freezes: routine.freezes, mayFreeze: state.mayFreeze,
            rule: state.rule, clock: state.clock, words: state.words)
        try encoder.encode([
            "day": day, "done": isDone, "tasks": tasks, "streak": streak, "insight": insight,
        ])
    }
}

/// A day of a calendar as it is sent.
package struct RoutineHistoryAnswer: Encodable {
    private let day: RoutineHistoryDay

    package init(_ day: RoutineHistoryDay) { self.day = day }

    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "day": day.day, "done": day.counted != nil, "doneAt": day.counted?.done,
            "count": day.counted?.count, "tasks": day.tasks,
        ])
    }
}

/// The days in a row as they are sent.
struct StreakAnswer: Encodable {
    let streak: Streak
    let freezes: Int
    let mayFreeze: Bool
    let rule: StreakRule
    let clock: PersonClock
    let words: RoutineWords

    func encode(to encoder: any Encoder) throws {
        let (now, zone) = (clock.now, clock.zone)
        let lapsed = rule.isOver(streak, at: now, in: zone)
        let message = words.lapsed.counting(streak.best, as: "best")
        let canFreeze = mayFreeze && freezes > 0 && rule.canFreeze(streak, at: now, in: zone)
        try encoder.encode([
            "count": rule.shown(streak, at: now, in: zone),
            "deadline": rule.deadline(of: streak, in: zone),
            "atRisk": rule.isAtRisk(streak, at: now, in: zone), "lapsed": lapsed,
            "message": lapsed ? message : nil, "freezes": freezes, "canFreeze": canFreeze,
            "totalDays": streak.totalDays, "best": streak.best,
        ])
    }
}
