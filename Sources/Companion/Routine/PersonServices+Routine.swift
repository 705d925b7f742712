package import Ground
import HeadshotWorker
import JobQueue
package import People

/// A person's tasks of today with what they are judged by.
package struct RoutineDay: Sendable {
    package var routine: Routine
    package let words: RoutineWords
    package let rule: StreakRule
    package let clock: PersonClock
    /// Whether the person can save the streak with a freeze: one that was bought counts in every plan.
    package var canFreeze: Bool { routine.freezes > 0 && needsFreeze(routine) }
    /// Whether freezes are used as soon as a day is missed.
    package var isEquipped: Bool

    /// Whether freezes would save a streak now: those that the person has, or one.
    fileprivate func needsFreeze(_ routine: Routine) -> Bool {
        var streak = routine.streak
        let most = max(1, routine.freezes)
        return rule.freeze(&streak, with: most, at: clock.now, in: clock.zone) > 0
    }

    /// Saves the streak with the person's freezes, if they reach.
    fileprivate func freeze(_ routine: inout Routine) {
        let used = rule.freeze(
            &routine.streak, with: routine.freezes, at: clock.now, in: clock.zone)
        routine.freezes -= used
        routine.usedFreezes += used
    }

    /// Uses the freezes that were put on beforehand.
    fileprivate func wear(_ routine: inout Routine) {
        if isEquipped { freeze(&routine) }
    }
}

extension PersonServices {
    /// A person's tasks of today, and the days before it.
    package func routine(for visitor: Visitor) async throws -> RoutineDay {
        guard let words = try await texts.words(of: visitor.space).routine else {
            throw PersonProblem.featureOff
        }
        let wishes = try await store.preferences(of: visitor.person)
        let clock = try await clock(for: wishes, in: visitor.settings)
        var day = RoutineDay(
            routine: try await store.routine(of: visitor.person, on: clock.today), words: words,
            rule: visitor.settings.streak, clock: clock,
            isEquipped: wishes.said.equipsFreezes == true)
        // The next change writes it: until then, the same moment gives the same.
        day.wear(&day.routine)
        return day
    }

    /// Marks a task of today as done, or as open again.
    package func set(
        _ task: String, isDone: Bool, for visitor: Visitor
    ) async throws -> RoutineDay {
        let day = try await routine(for: visitor)
        let tasks = Set(day.words.tasks.map(\.id))
        guard tasks.contains(task) else { throw PersonProblem.notFound }
        return try await change(day, of: visitor.person) { routine in
            if !isDone {
                routine.done[task] = nil
            } else if routine.done[task] == nil {
                routine.done[task] = day.clock.now
            }
            if tasks.isSubset(of: routine.done.keys) {
                day.rule.add(day.clock.now, to: &routine.streak, in: day.clock.zone)
            }
            return nil
        }
    }

    /// Saves a streak with one of the person's freezes.
    package func freeze(for visitor: Visitor) async throws -> RoutineDay {
        let day = try await routine(for: visitor)
        return try await change(day, of: visitor.person) { routine in
            // Put on beforehand, they have just saved it.
            if routine.usedFreezes > 0 { return nil }
            guard day.needsFreeze(routine) else { return .freezeNotNeeded }
            guard routine.freezes > 0 else { return .noFreeze }
            day.freeze(&routine)
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

    /// - Parameter body: Changes the routine, or returns why it does not.
    private func change(
        _ day: RoutineDay, of person: Person,
        _ body: @Sendable (inout Routine) -> PersonProblem?
    ) async throws -> RoutineDay {
        let changed = try await store.changeRoutine(
            of: person, on: day.clock.today, now: day.clock.now
        ) { routine -> Result<Routine, PersonProblem> in
            day.wear(&routine)
            return body(&routine).map { .failure($0) } ?? .success(routine)
        }
        guard let changed else { throw PersonProblem.leaving }
        var day = day
        day.routine = try changed.get()
        return day
    }
}
