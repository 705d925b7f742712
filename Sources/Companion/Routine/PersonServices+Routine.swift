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
    package let mayFreeze: Bool
}

extension PersonServices {
    /// A person's tasks of today, and the days before it.
    package func routine(for visitor: Visitor) async throws -> RoutineDay {
        guard let words = try await texts.words(of: visitor.space).routine else {
            throw PersonProblem.featureOff
        }
        let clock = try await clock(
            for: try await store.preferences(of: visitor.person), in: visitor.settings)
        return RoutineDay(
            routine: try await store.routine(of: visitor.person, on: clock.today), words: words,
            rule: visitor.settings.streak, clock: clock,
            mayFreeze: try await rules(of: visitor.person, in: visitor.settings).freezes)
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
            of: person, on: day.clock.today, now: day.clock.now
        ) { routine -> Result<Routine, PersonProblem> in
            body(&routine).map { .failure($0) } ?? .success(routine)
        }
        guard let changed else { throw PersonProblem.leaving }
        var day = day
        day.routine = try changed.get()
        return day
    }
}
