import Foundation
import Ground
import JobQueue
import People
import Testing

@testable import Companion

@Suite(.timeLimit(.minutes(10)))
struct RoutineTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let today = LocalDay(of: TestQueue.now, in: .gmt)

    private func change(
        _ queue: TestQueue, on day: LocalDay = today,
        _ body: @Sendable (inout Routine) -> Void
    ) async throws -> Routine? {
        try await queue.store.changeRoutine(of: Self.anna, on: day, now: queue.now) { routine in
            body(&routine)
            return routine
        }
    }

    @Test func `tasks are a day's own, and can be ticked and unticked`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            let moment = queue.now
            for _ in 0..<2 { _ = try await change(queue) { $0.tick("water", at: moment) } }
            _ = try await change(queue) { $0.tick("skincare", at: moment + 1) }
            let routine = try await queue.store.routine(of: Self.anna, on: Self.today)
            #expect(routine.done == ["water": moment, "skincare": moment + 1])
            _ = try await change(queue) { $0.open("water", at: moment) }
            let next = Self.today.adding(days: 1)
            _ = try await change(queue, on: next) { $0.tick("water", at: moment + 2) }
            let tasks = try await queue.store.tasks(of: Self.anna, limit: .max)
            #expect(tasks.map(\.day) == [next, Self.today])
            #expect(tasks.map(\.done) == [["water": moment + 2], ["skincare": moment + 1]])
        }
    }

    @Test func `a streak is kept with all that belongs to it`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            #expect(
                try await queue.store.routine(of: Self.anna, on: Self.today).streak == Streak())
            var expected = Streak()
            expected.count = 3
            expected.lastDone = queue.now
            expected.lastDay = Self.today
            expected.zone = "Europe/Berlin"
            expected.totalDays = 9
            expected.best = 5
            for freezes in [0, 1] {
                expected.freezesUsed = freezes
                let streak = expected
                _ = try await change(queue) { $0.streak = streak }
                let kept = try await queue.store.routine(of: Self.anna, on: Self.today)
                #expect(kept.streak == expected)
            }
        }
    }

    @Test func `a freeze is given once for each id, also after it was used`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            func freezes() async throws -> Int {
                try await queue.store.routine(of: Self.anna, on: Self.today).freezes
            }
            for id in ["a", "b", "a"] {
                try await queue.store.giveFreeze(id, to: Self.anna, now: queue.now)
            }
            #expect(try await freezes() == 2)
            _ = try await change(queue) { $0.freezes -= 2 }
            #expect(try await freezes() == 0)
            try await queue.store.giveFreeze("b", to: Self.anna, now: queue.now)
            #expect(try await freezes() == 0)
            let event = StoreEvent(
                id: "1", moment: queue.now, names: [StoreName(Self.anna)], change: .givesFreeze())
            for _ in 0..<2 { try await queue.store.take(event, for: Self.anna.space) }
            #expect(try await freezes() == 1)
        }
    }

    @Test func `nothing is written for a person who is unknown or leaves, and leaving takes all`()
        async throws
    {
        try await TestQueue.with { queue in
            #expect(try await change(queue) { $0.tick("water", at: TestQueue.now) } == nil)
            try await queue.admit(Self.anna)
            try await queue.store.giveFreeze("a", to: Self.anna, now: queue.now)
            _ = try await change(queue) { $0.tick("water", at: TestQueue.now) }
            try await queue.store.beginToForget(Self.anna, now: queue.now)
            #expect(try await change(queue) { $0.tick("water", at: TestQueue.now) } == nil)
            try await queue.store.giveFreeze("b", to: Self.anna, now: queue.now)
            let left = try await queue.store.routine(of: Self.anna, on: Self.today)
            #expect(left.done.isEmpty)
            #expect(left.streak == Streak())
            #expect(left.freezes == 0)
        }
    }

    @Test func `two ticks at once are both kept`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            let others = try (0..<5).map { _ in try queue.another() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<20 {
                    group.addTask {
                        _ = try await change(others[task % others.count]) { routine in
                            routine.tick("t\(task)", at: TestQueue.now)
                            routine.streak.count = 1
                            routine.streak.best = 1
                            routine.streak.lastDone = TestQueue.now
                            routine.streak.lastDay = Self.today
                            routine.streak.zone = "UTC"
                            routine.streak.totalDays += 1
                        }
                    }
                }
                try await group.waitForAll()
            }
            let routine = try await queue.store.routine(of: Self.anna, on: Self.today)
            #expect(routine.done.count == 20)
            #expect(routine.streak.totalDays == 20)
            for other in others { try other.store.close() }
        }
    }

    @Test func `whom to remind is told by pages, with what was sent`() async throws {
        try await TestQueue.with { queue in
            let space = Self.anna.space
            for name in ["a", "b", "c", "d"] {
                let person = Person.known(name, in: space)
                try await queue.admit(person)
                _ = try await queue.store.changePreferences(of: person, now: queue.now) {
                    $0.wantsReminders = name != "b"
                }
            }
            let first = try await queue.store.remindedPersons(
                of: space, limit: 2, now: queue.now)
            #expect(first.map(\.person.rawValue) == ["a", "c"])
            let rest = try await queue.store.remindedPersons(
                of: space, after: "c", limit: 2, now: queue.now)
            #expect(rest.map(\.person.rawValue) == ["d"])
            #expect(
                try await queue.store.remindedPersons(
                    of: .commandLine, limit: 2, now: queue.now
                ).isEmpty)

            let person = Person.known("a", in: space)
            let sent = SentReminder(kind: .daily, day: Self.today)
            #expect(try await queue.store.noteSent(sent, to: person, now: queue.now))
            #expect(try await !queue.store.noteSent(sent, to: person, now: queue.now))
            let again = try await queue.store.remindedPersons(
                of: space, limit: 1, now: queue.now)
            #expect(again.first?.sent.map(\.day) == [sent.day])
            // Those of long ago are forgotten.
            let later = SentReminder(kind: .daily, day: Self.today.adding(days: 9))
            #expect(try await queue.store.noteSent(later, to: person, now: queue.now))
            let left = try await queue.store.remindedPersons(
                of: space, limit: 1, now: queue.now)
            #expect(left.first?.sent.map(\.day) == [later.day])
            let stranger = Person.known("z", in: space)
            #expect(try await !queue.store.noteSent(sent, to: stranger, now: queue.now))
        }
    }

    @Test func `a claimed reminder is no other program's, until its lease ends or it was sent`()
        async throws
    {
        try await TestQueue.with { queue in
            let person = Self.anna
            try await queue.admit(person)
            _ = try await queue.store.changePreferences(of: person, now: queue.now) {
                $0.wantsReminders = true
                $0.reminderMinutes = 0
            }
            // What is due is decided from what is there, in the transaction that claims it.
            @Sendable func claim(_ seconds: Double, lease: Double = 60) async throws -> Bool {
                let now = queue.now + seconds
                return try await queue.store.claimReminder(
                    of: person, until: now + lease, now: now
                ) { reminded in
                    guard reminded.sent.isEmpty else { return nil }
                    return Reminder(
                        kind: .daily, day: Self.today, moment: now, title: "t", body: "b")
                } != nil
            }
            let claims = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<10 { group.addTask { try await claim(0) } }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(claims == 1)
            #expect(try await !claim(59))
            #expect(try await claim(60))
            let sent = SentReminder(kind: .daily, day: Self.today)
            #expect(try await queue.store.noteSent(sent, to: person, now: queue.now + 61))
            #expect(try await !queue.store.noteSent(sent, to: person, now: queue.now + 61))
            #expect(try await !claim(86_400))

            // Another time, chosen after that, is another reminder; and only one.
            _ = try await queue.store.changePreferences(of: person, now: queue.now) {
                $0.remindersSet = TestQueue.now + 3600
            }
            #expect(try await queue.store.noteSent(sent, to: person, now: queue.now + 7200))
            #expect(try await !queue.store.noteSent(sent, to: person, now: queue.now + 7200))
            let stranger = Person.known("z", in: person.space)
            #expect(
                try await queue.store.claimReminder(
                    of: stranger, until: queue.now + 60, now: queue.now
                ) { _ in nil } == nil)
        }
    }
}
