import Foundation
import JobQueue
import Testing

/// The queue when the clock is set back, mostly by an hour.
@Suite(.timeLimit(.minutes(10)))
struct ClockTests {
    private static let hour: TimeInterval = 3600
    private static let earlier = TestQueue.now - hour

    /// What a job waits for when the clock is set back, and whether it is due then.
    struct Wait: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let isDue: Bool
        let begin: @Sendable (TestQueue) async throws -> Void

        init(
            _ description: String, isDue: Bool,
            _ begin: @escaping @Sendable (TestQueue) async throws -> Void
        ) {
            testDescription = description
            self.isDue = isDue
            self.begin = begin
        }
    }

    static let waits: [Wait] = [
        Wait("a new job", isDue: true) { try await $0.submit() },
        Wait("a job whose time had come", isDue: false) {
            try await $0.submit(notBefore: $0.now, at: $0.now - 60)
        },
        Wait("a job whose worker died", isDue: true) { queue in
            try await queue.submit()
            try await queue.take()
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
        },
        Wait("a job that is tried again", isDue: true) { queue in
            try await queue.submit()
            let pause = queue.now + 600
            try await queue.run(to: .waits(.retry, due: pause, countsAttempt: true), .free)
        },
        Wait("a job that was not paid", isDue: true) { queue in
            try await queue.submit(at: queue.now - 2 * hour)
            let id = try await queue.run(
                to: .uncertain(reason: .deadline, detail: nil), .unknown, at: queue.now - 2 * hour)
            _ = try await queue.store.resolve(id, as: .notPaid, now: queue.now)
        },
    ]

    @Test(arguments: waits)
    func `a job that was due at once is due, and a time that was asked for stays`(
        wait: Wait
    ) async throws {
        try await TestQueue.with { queue in
            try await wait.begin(queue)
            try await queue.store.repairDueTimes(now: Self.earlier)
            #expect(try await (queue.claim(.second, at: Self.earlier).claim != nil) == wait.isDue)
            #expect(try await (queue.claim(.second).claim != nil) == !wait.isDue)
        }
    }

    @Test func `a cooldown lasts no longer than it was asked to`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            try await queue.run(
                to: .waitsForGate, .free,
                gate: .cooldown(until: queue.now + 300, reason: .tooManyRequests, detail: nil))
            try await queue.store.repairDueTimes(now: Self.earlier)
            try await queue.store.repairDueTimes(now: Self.earlier + 10)
            #expect(try await queue.gate().opens == Self.earlier + 300)
            #expect(try await queue.claim(at: Self.earlier + 299).isHeld)
            try await queue.take(at: Self.earlier + 300)
        }
    }

    @Test func `a cooldown that began before stays as it is`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit(at: queue.now - 7200)
            let opens = queue.now + 1000
            try await queue.run(
                to: .waitsForGate, .free,
                gate: .cooldown(until: opens, reason: .quotaPerDay, detail: nil),
                at: queue.now - 7200)
            try await queue.store.repairDueTimes(now: Self.earlier)
            #expect(try await queue.gate().opens == opens)
        }
    }

    @Test func `a running job is nobody else's, and its outcome is written`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            try await queue.store.repairDueTimes(now: Self.earlier)
            #expect(try await queue.claim(.second, at: Self.earlier) == .idle(nextDue: nil))
            let settlement = Settlement(
                job: .done, charge: ChargeEnd(id: charge.id, state: .paid), gate: .answered)
            #expect(try await queue.store.settle(claim, settlement, now: Self.earlier + 1) == .done)
            #expect(try await queue.job(id).state == .succeeded)
            #expect(try await queue.charges(id) == [.paid])
        }
    }

    @Test func `before midnight again, the day that was left has the places that it had`()
        async throws
    {
        try await TestQueue.with { queue in
            let midnight = DailyCap.ten.nextDay(after: queue.now)
            let cap = DailyCap(charges: 2, timeZone: TestQueue.utc)
            func work(at moment: Date) async throws -> Bool {
                try await queue.submit(at: moment)
                guard let claim = try await queue.claim(cap: cap, at: moment).claim else {
                    return false
                }
                let charge = try await queue.charge(claim, cap: cap, at: moment)
                let end = ChargeEnd(id: charge.id, state: .paid)
                return try await queue.store.settle(
                    claim, Settlement(job: .done, charge: end), now: moment) == .done
            }
            #expect(try await work(at: midnight - 1))
            // The day after is full before the clock is set back.
            for _ in 1...2 { #expect(try await work(at: midnight + 1)) }
            #expect(try await !work(at: midnight + 2))
            let back = midnight - 1800
            try await queue.store.repairDueTimes(now: back)
            let second = try await queue.take(cap: cap, at: back)
            try await queue.charge(second, cap: cap, at: back)
            // Now both days are full.
            #expect(try await !work(at: back))
            #expect(try await !work(at: midnight))
            try await queue.take(cap: cap, at: midnight + 86_400)
        }
    }

    @Test func `a clock that was years ahead holds nobody up`() async throws {
        try await TestQueue.with { queue in
            let ahead = queue.now + 1e8
            for _ in 1...3 { try await queue.submit(at: ahead) }
            try await queue.run(to: .done, at: ahead)
            #expect(try await queue.claim(cap: .one, at: ahead).claim == nil)
            try await queue.store.repairDueTimes(now: queue.now)
            let claim = try await queue.take(cap: .one)
            try await queue.charge(claim, cap: .one)
            #expect(try await queue.claim(cap: .one).claim == nil)
            let due = try await queue.store.jobs(JobFilter(states: [.waiting])).map(\.due)
            #expect(due == [DailyCap.one.nextDay(after: queue.now)])
        }
    }
}
