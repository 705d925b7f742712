import Foundation
import JobQueue
import Testing

struct BudgetTests {
    /// Room for two pictures at their estimate of 39,000.
    private static let two = DailyCap(spend: 78_000, timeZone: TestQueue.utc)

    @Test func `nothing is charged that could pass the day's budget, whoever asks`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit(.anna)
            try await queue.submit(.bert)
            let third = try await queue.submit(.known("carl"))
            for _ in 0..<2 { try await queue.charge(queue.take(cap: Self.two), cap: Self.two) }
            let claim = try await queue.take(cap: Self.two)
            let tomorrow = Self.two.nextDay(after: queue.now)
            let start = try await queue.startCharge(claim, cap: Self.two)
            #expect(start == .budgetReached(until: tomorrow))
            let job = try await queue.job(third)
            #expect(job.waitReason == .budget)
            #expect(job.due == tomorrow)
            #expect(job.attempts == 0)
            #expect(try await queue.charges(third) == [])
            try await queue.charge(
                queue.take(cap: Self.two, at: tomorrow), cap: Self.two, at: tomorrow)
        }
    }

    @Test func `all due jobs wait at once, so that none is prepared in vain`() async throws {
        try await TestQueue.with { queue in
            for _ in 0..<5 { try await queue.submit() }
            let none = DailyCap(spend: 0, timeZone: TestQueue.utc)
            _ = try await queue.startCharge(queue.take(cap: none), cap: none)
            #expect(try await queue.store.waiting() == [.budget: 5])
            let tomorrow = none.nextDay(after: queue.now)
            #expect(try await queue.claim(cap: none) == .idle(nextDue: tomorrow))
        }
    }

    @Test(arguments: [
        (ChargeState.paid, Int?(10), true), (.paid, nil, false), (.unknown, nil, false),
        (.free, nil, true),
    ])
    func `a charge counts by its cost, else by its estimate, and not at all once it is free`(
        state: ChargeState, cost: Int?, isRoom: Bool
    ) async throws {
        let one = DailyCap(spend: 60_000, timeZone: TestQueue.utc)
        try await TestQueue.with { queue in
            for _ in 0..<2 { try await queue.submit() }
            try await queue.run(
                to: .failed(reason: .invalidRequest, detail: nil), state, cost: cost)
            let start = try await queue.startCharge(queue.take(cap: one), cap: one)
            #expect((start.charge != nil) == isRoom)
        }
    }

    @Test func `money that turns out free lets a job go on that waits for it`() async throws {
        let one = DailyCap(spend: 40_000, timeZone: TestQueue.utc)
        try await TestQueue.with { queue in
            try await queue.submit()
            let waiting = try await queue.submit()
            let claim = try await queue.take(cap: one)
            let charge = try await queue.charge(claim, cap: one)
            _ = try await queue.startCharge(queue.take(cap: one), cap: one)
            let refusal = Settlement(
                job: .failed(reason: .invalidRequest, detail: nil),
                charge: ChargeEnd(id: charge.id, state: .free))
            try await queue.store.settle(claim, refusal, now: queue.now)
            #expect(try await queue.take(cap: one).job.id == waiting)
        }
    }

    @Test func `another budget lets jobs be judged anew`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let none = DailyCap(spend: 0, timeZone: TestQueue.utc)
            try await queue.store.adopt(none, now: queue.now)
            _ = try await queue.startCharge(queue.take(cap: none), cap: none)
            try await queue.store.adopt(none, now: queue.now)
            #expect(try await queue.claim(cap: none).claim == nil)
            try await queue.store.adopt(.ten, isForAll: true, now: queue.now)
            try await queue.charge(queue.take())
        }
    }

    @Test func `within a budget nothing is charged whose price is not known`() async throws {
        try await TestQueue.with { queue in
            for _ in 0..<2 { try await queue.submit() }
            var unpriced = TestQueue.draft
            unpriced.estimate = nil
            let refused = try await queue.startCharge(
                queue.take(cap: Self.two), unpriced, cap: Self.two)
            #expect(refused.charge == nil)
            try await queue.store.adopt(.ten, now: queue.now)
            try await queue.charge(queue.take(), unpriced)
            // What has been spent today cannot be told any more.
            try await queue.store.adopt(Self.two, isForAll: true, now: queue.now)
            let start = try await queue.startCharge(queue.take(cap: Self.two), cap: Self.two)
            #expect(start.charge == nil)
        }
    }

    @Test func `a space's budget holds its own jobs back, and no other's`() async throws {
        let shop = Person.known("anna", in: Space("shop"))
        let team = Person.known("anna", in: Space("team"))
        try await TestQueue.with { queue in
            for (person, budget) in [(shop, 39_000), (team, nil)] {
                _ = try await queue.store.add(
                    person.space, SpaceSettings(provider: "gemini", budget: budget),
                    now: queue.now)
            }
            for person in [shop, shop, shop, team, .anna] { try await queue.submit(person) }
            let cap = DailyCap(timeZone: TestQueue.utc)
            try await queue.charge(queue.take(cap: cap), cap: cap)
            let tomorrow = cap.nextDay(after: queue.now)
            let start = try await queue.startCharge(queue.take(cap: cap), cap: cap)
            #expect(start == .budgetReached(until: tomorrow))
            #expect(try await queue.store.waiting(of: shop) == [.budget: 2])
            for person in [team, .anna] {
                let claim = try await queue.take(cap: cap)
                #expect(claim.job.person == person)
                try await queue.charge(claim, cap: cap)
            }
            #expect(try await queue.claim(cap: cap) == .idle(nextDue: tomorrow))

            // More money lets them go on at once.
            _ = try await queue.store.change(shop.space, now: queue.now) { $0.budget = 78_000 }
            try await queue.charge(queue.take(cap: cap), cap: cap)
            let last = try await queue.startCharge(queue.take(cap: cap), cap: cap)
            #expect(last == .budgetReached(until: tomorrow))
            try await queue.charge(
                queue.take(cap: cap, at: tomorrow), cap: cap, at: tomorrow)
        }
    }
}
