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
    /// Whether the person can save the streak with a freeze: one that was bought counts in every plan.
    package var canFreeze: Bool { routine.freezes > 0 && needsFreeze(routine) }
    /// Whether freezes are used as soon as a day is missed.
    package let isEquipped: Bool

    /// Whether the day counts; it still does if a task was opened again since.
    package var isDone: Bool {
        if routine.days.contains(where: { $0.day == day }) { return true }
        // A day that a moved zone brings back counts no second time.
        return day == clock.today && routine.streak.lastDay.map { $0 >= day } == true
    }

    /// Whether freezes would save a streak now: those that the person has, or one.
    fileprivate func needsFreeze(_ routine: Routine) -> Bool {
        var streak = routine.streak
        let most = max(1, routine.freezes)
        return rule.freeze(&streak, with: most, at: clock.now, in: clock.zone) > 0
    }

    /// Whether a freeze holds the streak over the days that were missed before this one.
    fileprivate func isHeld(_ routine: Routine) -> Bool {
        let last = routine.days.last { $0.day < day }
        return last.map { $0.freezesUsed > 0 } == true
            && !rule.isOver(routine.streak, at: clock.now, in: clock.zone)
    }

    /// Saves the streak with the person's freezes, if they reach.
    fileprivate func freeze(_ routine: inout Routine, at moment: Date) {
        let lost = routine.streak.lost
        let used = rule.freeze(
            &routine.streak, with: routine.freezes, at: moment, in: clock.zone)
        routine.freezes -= used
        routine.usedFreezes += used
        if used > 0, routine.streak.lost == nil, let lost { routine.hold(lost, with: used) }
    }

    /// Uses the freezes that were put on beforehand, for the days that were missed before a moment: a day that is sent late
    /// may be one that seems missed.
    fileprivate func wear(_ routine: inout Routine, at moment: Date) {
        guard isEquipped, routine.streak.lastDone ?? moment <= moment else { return }
        freeze(&routine, at: moment)
    }

    /// The day as it is shown: the next change writes which freezes it uses, and until then it is the same each time.
    fileprivate var worn: RoutineDay {
        var worn = self
        wear(&worn.routine, at: clock.now)
        return worn
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
        try await routine(for: visitor, of: nil).day.worn
    }

    /// Marks a task as done, or as open again, on the day on which that happened: at most 48 hours ago.
    package func set(_ tick: TaskTick, for visitor: Visitor) async throws -> RoutineDay {
        let (day, moment) = try await routine(for: visitor, of: tick)
        let tasks = Set(day.words.tasks.map(\.id))
        guard tasks.contains(tick.task) else { throw PersonProblem.notFound }
        return try await change(day, of: visitor.person, at: moment) { routine in
            let wasDone = tasks.isSubset(of: routine.done.keys)
            if tick.isDone {
                routine.tick(tick.task, at: moment)
            } else {
                routine.open(tick.task, at: moment)
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
        let wishes = try await store.preferences(of: visitor.person)
        let clock = try await clock(for: wishes, in: visitor.settings).moved(to: tick?.zone)
        let moment = try clock.taken(tick?.moment ?? clock.now, as: "completed_at")
        guard clock.now.timeIntervalSince(moment) <= Self.latestTick else {
            throw PersonProblem.malformed("'completed_at' is more than 48 hours ago.")
        }
        let day = clock.day(of: moment)
        let shown = RoutineDay(
            day: day, routine: try await store.routine(of: visitor.person, on: day), words: words,
            rule: visitor.settings.streak, clock: clock,
            isEquipped: wishes.said.equipsFreezes == true)
        return (shown, moment)
    }

    /// In seconds: so late a phone that was offline may send what was done.
    private static let latestTick: TimeInterval = 48 * 3600

    /// Saves a streak with the person's freezes.
    package func freeze(for visitor: Visitor) async throws -> RoutineDay {
        let day = try await routine(for: visitor)
        return try await change(day, of: visitor.person) { routine in
            // Put on beforehand, they have just saved it.
            if routine.usedFreezes > 0 { return nil }
            guard day.needsFreeze(routine) else {
                // A phone sends a request again whose answer was lost.
                return day.isHeld(routine) ? nil : .freezeNotNeeded
            }
            guard routine.freezes > 0 else { return .noFreeze }
            day.freeze(&routine, at: day.clock.now)
            return nil
        }
    }

    /// Puts a person's freezes on, or takes them off: those that are on are used as soon as a day is missed.
    package func equip(_ isEquipped: Bool, for visitor: Visitor) async throws -> RoutineDay {
        // What is worn now, and has held a day, is used up first.
        if !isEquipped {
            _ = try await change(routine(for: visitor), of: visitor.person) { _ in nil }
        }
        guard
            try await store.changePreferences(
                of: visitor.person, now: now, { $0.said.equipsFreezes = isEquipped ? true : nil })
                != nil
        else { throw PersonProblem.leaving }
        return try await routine(for: visitor)
    }

    /// - Parameters:
    ///   - moment: When the change happened; `nil` is now.
    ///   - body: Changes the routine, or returns why it does not.
    private func change(
        _ day: RoutineDay, of person: Person, at moment: Date? = nil,
        _ body: @Sendable (inout Routine) -> PersonProblem?
    ) async throws -> RoutineDay {
        let changed = try await store.changeRoutine(
            of: person, on: day.day, now: day.clock.now
        ) { routine -> Result<Routine, PersonProblem> in
            day.wear(&routine, at: moment ?? day.clock.now)
            return body(&routine).map { .failure($0) } ?? .success(routine)
        }
        guard let changed else { throw PersonProblem.leaving }
        var day = day
        day.routine = try changed.get()
        return day.worn
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
