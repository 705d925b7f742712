package import Foundation
package import Ground
import HeadshotWorker
import JobQueue
package import People

/// A person's tasks of a day with what they are judged by.
package struct RoutineDay: Sendable {
    package let day: LocalDay
    package var routine: Routine
    package let words: RoutineWords
    package let rule: StreakRule
    package let clock: PersonClock
    package let mayFreeze: Bool

    /// Whether the day counts, also if a task was opened again since.
    package var isDone: Bool {
        if routine.days.contains(where: { $0.day == day }) { return true }
        // A day that a moved zone brings back counts no second time.
        return day == clock.today && routine.streak.lastDay.map { $0 >= day } == true
    }
}

/// What a person does with a task.
package struct TaskTick: Sendable {
    package let task: String
    package let isDone: Bool
    /// When that was; `nil` is now.
    package let moment: Date?
    /// Where the person was then; `nil` is where the person is.
    package let zone: String?

    package init(_ task: String, isDone: Bool, at moment: Date? = nil, in zone: String? = nil) {
        self.task = task
        self.isDone = isDone
        self.moment = moment
        self.zone = zone
    }
}

extension PersonServices {
    /// A person's tasks of today, and the days before it.
    package func routine(for visitor: Visitor) async throws -> RoutineDay {
        try await routine(for: visitor, of: nil).day
    }

    /// Marks a task as done, or as open again, on the day on which that happened: at most 48 hours ago.
    package func set(_ tick: TaskTick, for visitor: Visitor) async throws -> RoutineDay {
        let (day, moment) = try await routine(for: visitor, of: tick)
        let tasks = Set(day.words.tasks.map(\.id))
        guard tasks.contains(tick.task) else { throw PersonProblem.notFound }
        return try await change(day, of: visitor.person) { routine in
            let wasDone = tasks.isSubset(of: routine.done.keys)
            if tick.isDone {
                routine.done[tick.task] = routine.done[tick.task] ?? moment
            } else if routine.done[tick.task].map({ $0 <= moment }) == true {
                // One that was sent late does not take back what was done after it.
                routine.done[tick.task] = nil
            }
            if !wasDone, tasks.isSubset(of: routine.done.keys),
                let last = tasks.compactMap({ routine.done[$0] }).max()
            {
                day.rule.add(last, to: &routine.streak, among: &routine.days, in: day.clock.zone)
            }
            return nil
        }
    }

    /// The day of a tick, and its moment; today without one.
    private func routine(
        for visitor: Visitor, of tick: TaskTick?
    ) async throws -> (day: RoutineDay, moment: Date) {
        guard let words = try await texts.words(of: visitor.space).routine else {
            throw PersonProblem.featureOff
        }
        let clock = try await clock(
            for: try await store.preferences(of: visitor.person), in: visitor.settings
        ).moved(to: tick?.zone)
        let moment = try clock.taken(tick?.moment ?? clock.now, as: "completed_at")
        guard clock.now.timeIntervalSince(moment) <= Self.latestTick else {
            throw PersonProblem.malformed("'completed_at' is more than 48 hours ago.")
        }
        let day = clock.day(of: moment)
        let shown = RoutineDay(
            day: day, routine: try await store.routine(of: visitor.person, on: day), words: words,
            rule: visitor.settings.streak, clock: clock,
            mayFreeze: try await rules(of: visitor.person, in: visitor.settings).freezes)
        return (shown, moment)
    }

    /// In seconds: so late a phone that was offline may send what was done.
    private static let latestTick: TimeInterval = 48 * 3600

    /// Saves a streak with one of the person's freezes.
    package func freeze(for visitor: Visitor) async throws -> RoutineDay {
        let day = try await routine(for: visitor)
        return try await change(day, of: visitor.person) { routine in
            guard day.rule.canFreeze(routine.streak, at: day.clock.now, in: day.clock.zone)
            else { return .freezeNotNeeded }
            guard routine.freezes > 0 else { return .noFreeze }
            routine.freezes -= 1
            routine.streak.freezesUsed += 1
            return nil
        }
    }

    /// - Parameter body: Changes the routine, or returns why it does not.
    private func change(
        _ day: RoutineDay, of person: Person,
        _ body: @Sendable (inout Routine) -> PersonProblem?
    ) async throws -> RoutineDay {
        let changed = try await store.changeRoutine(
            of: person, on: day.day, now: day.clock.now
        ) { routine -> Result<Routine, PersonProblem> in
            body(&routine).map { .failure($0) } ?? .success(routine)
        }
        guard let changed else { throw PersonProblem.leaving }
        var day = day
        day.routine = try changed.get()
        return day
    }

    /// A person's days of tasks within a range, which ends today unless it is named.
    package func routineDays(
        from first: LocalDay?, to last: LocalDay?, for visitor: Visitor
    ) async throws -> [RoutineHistoryDay] {
        let clock = try await clock(
            for: try await store.preferences(of: visitor.person), in: visitor.settings)
        let last = last ?? clock.today
        let first = first ?? last.adding(days: -Self.usualDays)
        guard (0..<Self.mostDays).contains(last.days(since: first)) else {
            throw PersonProblem.malformed("'from' and 'to' are at most \(Self.mostDays) days.")
        }
        return try await store.routineDays(of: visitor.person, from: first, to: last)
    }

    private static let usualDays = 30
    private static let mostDays = 366
}
