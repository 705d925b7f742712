import Foundation
import Ground
import JobQueue
import Testing

@testable import Companion

/// A person's devices tick and open a task, and send what was done in any order.
@Suite(.timeLimit(.minutes(10)))
struct TickOrderTests {
    private static let anna = Person.known("anna", in: Space("shop"))

    /// Something that a device has done with the task, at a second.
    struct Act: Sendable {
        let isDone: Bool
        let second: Int
    }

    private static let none = Routine(ticks: [:], streak: Streak(), days: [], freezes: 0)

    private static func apply(_ act: Act, to routine: inout Routine) {
        let moment = TestQueue.now + Double(act.second)
        if act.isDone {
            routine.tick("water", at: moment)
        } else {
            routine.open("water", at: moment)
        }
    }

    /// All orders of some things.
    private static func orders<Thing>(_ things: [Thing]) -> [[Thing]] {
        if things.count < 2 { return [things] }
        return things.indices.flatMap { index in
            var rest = things
            let first = rest.remove(at: index)
            return orders(rest).map { [first] + $0 }
        }
    }

    /// All ways to do up to four things with a task, one a second.
    private static let histories = (1...4).flatMap { count in
        (0..<(1 << count)).map { bits in
            (0..<count).map { Act(isDone: bits & 1 << $0 != 0, second: $0) }
        }
    }

    @Test func `the last act decides, in whatever order the acts arrive, and once or twice`() {
        for history in Self.histories {
            let isDone = history.last?.isDone == true
            for order in Self.orders(history) {
                var routine = Self.none
                for act in order { Self.apply(act, to: &routine) }
                #expect((routine.done["water"] != nil) == isDone, "\(order)")
                // A phone whose answers were lost sends all of them again.
                for act in order { Self.apply(act, to: &routine) }
                #expect((routine.done["water"] != nil) == isDone, "\(order) twice")
            }
        }
    }

    @Test func `a task was done when it was ticked after it was opened last`() {
        for (acts, done) in [
            ([(true, 0)], 0), ([(true, 0), (true, 5)], 0), ([(true, 5), (true, 0)], 5),
            ([(true, 0), (false, 3), (true, 5)], 5), ([(true, 0), (true, 5), (false, 3)], 5),
            ([(false, 3), (true, 5), (true, 0)], 5),
        ] {
            var routine = Self.none
            for (isDone, second) in acts {
                Self.apply(Act(isDone: isDone, second: second), to: &routine)
            }
            #expect(routine.done["water"] == TestQueue.now + Double(done), "\(acts)")
        }
    }

    @Test func `of two acts at one moment the one that arrives last counts`() {
        for isDone in [true, false] {
            var routine = Self.none
            for isDone in [!isDone, isDone] {
                Self.apply(Act(isDone: isDone, second: 0), to: &routine)
            }
            #expect((routine.done["water"] != nil) == isDone)
        }
    }

    @Test func `what was last done with a task is kept between requests`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            var day = TestQueue.today
            for history in Self.histories where history.count == 3 {
                for order in Self.orders(history) {
                    day = day.adding(days: 1)
                    for act in order {
                        _ = try await queue.store.changeRoutine(
                            of: Self.anna, on: day, now: queue.now
                        ) { Self.apply(act, to: &$0) }
                    }
                    let isDone = history.last?.isDone == true
                    let routine = try await queue.store.routine(of: Self.anna, on: day)
                    #expect((routine.done["water"] != nil) == isDone, "\(order)")
                    let days = try await queue.store.routineDays(of: Self.anna, from: day, to: day)
                    #expect(days.first?.tasks["water"] == routine.done["water"])
                    let tasks = try await queue.store.tasks(of: Self.anna, limit: .max).first {
                        $0.day == day
                    }
                    #expect(tasks?.done["water"] == routine.done["water"])
                }
            }
        }
    }

    @Test(arguments: [(0, true), (9, false)])
    func `of two persons who become one, the one who did a task last decides`(
        opened: Int, isDone: Bool
    ) async throws {
        try await TestQueue.with { queue in
            let other = Person.known("bert", in: Self.anna.space)
            for (person, act) in [
                (Self.anna, Act(isDone: true, second: 5)),
                (other, Act(isDone: false, second: opened)),
            ] {
                try await queue.admit(person)
                _ = try await queue.store.changeRoutine(
                    of: person, on: TestQueue.today, now: queue.now
                ) { Self.apply(act, to: &$0) }
            }
            let merge = try await queue.store.merge(
                Self.anna, into: other, by: .calendar, now: queue.now)
            #expect(merge == .merged)
            let routine = try await queue.store.routine(of: other, on: TestQueue.today)
            #expect((routine.done["water"] != nil) == isDone)
        }
    }
}
