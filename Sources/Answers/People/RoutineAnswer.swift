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
        try encoder.encode([
            "day": day, "done": isDone, "tasks": tasks, "streak": StreakAnswer(state: state),
            "insight": insight,
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
    let state: RoutineDay

    func encode(to encoder: any Encoder) throws {
        let (now, zone) = (state.clock.now, state.clock.zone)
        let (routine, rule) = (state.routine, state.rule)
        let streak = routine.streak
        let lapsed = rule.isOver(streak, at: now, in: zone)
        let message = state.words.lapsed.counting(streak.best, as: "best")
        try encoder.encode([
            "count": rule.shown(streak, at: now, in: zone),
            "deadline": rule.deadline(of: streak, in: zone), "lastDoneOn": streak.lastDay,
            "atRisk": rule.isAtRisk(streak, at: now, in: zone), "lapsed": lapsed,
            "message": lapsed ? message : nil, "freezes": routine.freezes,
            "canFreeze": state.canFreeze, "equipped": state.isEquipped,
            // Those that hold it now, or that this very answer has used.
            "usedFreezes": max(streak.freezesUsed, routine.usedFreezes),
            "totalDays": streak.totalDays, "best": streak.best,
        ])
    }
}
