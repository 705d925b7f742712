import Testing

@testable import Database
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct QueueLockTests {
    private static let gates = QueueLock.gates(of: "gemini", alone: false)
    private static let budget = QueueLock.dayBudget("2026-11-21")
    private static let person = QueueLock.person(.anna, day: "2026-11-21")
    private static let job = QueueLock.job(.strange)

    @Test(arguments: [
        [gates, budget, person, job, .numbers],
        [gates, gates, .numbers],
        [budget, .budget(of: .commandLine), .budget(of: Person.annaOfApp.space), person],
        [person, .person(.bert, day: "2026-11-21"), .person(.bert, day: "2026-11-22"), person],
        [job, .numbers, job],
    ])
    func `locks are taken in their order, and those that are held again`(locks: [QueueLock]) {
        var order = LockOrder()
        #expect(locks.map { order.take($0.name) } == locks.map { _ in true })
    }

    @Test(arguments: [
        [budget, gates], [person, budget], [job, person], [.numbers, job],
        [.gates(of: "gemini", alone: false), .gates(of: "gemini", alone: true)],
        [.gates(of: "other", alone: true), .gates(of: "gemini", alone: true)],
        [.person(.bert, day: "2026-11-21"), .person(.anna, day: "2026-11-21")],
        [.person(.anna, day: "2026-11-22"), .person(.anna, day: "2026-11-21")],
    ])
    func `a lock that comes before one that is held is refused, and a share is not raised`(
        locks: [QueueLock]
    ) {
        var order = LockOrder()
        #expect(locks.map { order.take($0.name) } == [true, false])
    }

    @Test func `jobs in any order are held in theirs`() async throws {
        try await TestQueue.with { queue in
            var ids: [JobID] = []
            for _ in 0..<3 { ids.append(try await queue.submit()) }
            let results = try await queue.store.cancel(ids.reversed(), now: queue.now)
            #expect(results == [.cancelled, .cancelled, .cancelled])
        }
    }
}
