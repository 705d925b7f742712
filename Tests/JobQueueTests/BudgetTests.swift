import Foundation
import Testing

@testable import Companion
@testable import Database
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
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

    @Test func `what is booked never exceeds the budget, and none of it is left for tomorrow`()
        async throws
    {
        let cap = DailyCap(charges: 99, spend: 200_000, timeZone: TestQueue.utc)
        try await TestQueue.with { queue in
            try await queue.store.setLimits(cap, now: queue.now)
            var draft = TestQueue.draft
            draft.bound = 45_000
            for _ in 0..<10 { try await queue.submit() }
            // Those of the first four leave the bound of exactly one more.
            var costs = [34_000, 45_000, 39_000, 37_000, 41_000]
            var running: [(Claim, Charge)] = []
            while true {
                // As many at once as the budget allows, and then the oldest one ends.
                while let claim = try await queue.claim().claim {
                    guard let charge = try await queue.startCharge(claim, draft).charge else {
                        break
                    }
                    running.append((claim, charge))
                    #expect(try await queue.booked() <= 200_000)
                }
                guard !running.isEmpty else { break }
                let (claim, charge) = running.removeFirst()
                let paid = ChargeEnd(id: charge.id, state: .paid, cost: costs.removeFirst())
                try await queue.store.settle(
                    claim, Settlement(job: .done, charge: paid), now: queue.now)
                #expect(try await queue.booked() <= 200_000)
            }
            // Another request would not fit.
            #expect(try await queue.booked() == 34_000 + 45_000 + 39_000 + 37_000 + 41_000)
            #expect(costs.isEmpty)
            #expect(try await queue.store.waiting() == [.budget: 5])
        }
    }

    @Test func `a cost below the bound gives jobs of its own space money, and no other's`()
        async throws
    {
        let shop = Person.known("anna", in: Space("shop"))
        let team = Person.known("anna", in: Space("team"))
        try await TestQueue.with { queue in
            for person in [shop, team] {
                _ = try await queue.store.add(
                    person.space, SpaceSettings(provider: "gemini", budget: 80_000),
                    now: queue.now)
            }
            var running: [(Claim, Charge)] = []
            for person in [shop, team] {
                for _ in 0..<3 { try await queue.submit(person) }
                for _ in 0..<2 {
                    let claim = try await queue.take()
                    running.append((claim, try await queue.charge(claim)))
                }
                _ = try await queue.startCharge(queue.take())
            }
            #expect(try await queue.store.waiting() == [.budget: 2])
            for (number, cost) in [(0, 20_000), (1, 20_500)] {
                let (claim, charge) = running[number]
                let paid = ChargeEnd(id: charge.id, state: .paid, cost: cost)
                try await queue.store.settle(
                    claim, Settlement(job: .done, charge: paid), now: queue.now)
            }
            let next = try await queue.take()
            #expect(next.job.person == shop)
            try await queue.charge(next)
            #expect(try await queue.claim().claim == nil)
        }
    }

    @Test func `a cost above the bound counts for the next requests to that model`() async throws {
        let cap = DailyCap(spend: 130_000, timeZone: TestQueue.utc)
        try await TestQueue.with { queue in
            try await queue.store.setLimits(cap, now: queue.now)
            for _ in 0..<3 { try await queue.submit() }
            try await queue.run(to: .done, cost: 50_000)
            let second = try await queue.charge(queue.take())
            #expect(second.bound == 50_000)
            #expect(second.estimate == 39_000)
            // 50,000 and 50,000 leave no room for a third; another model has its own bound, 30,000.
            let third = try await queue.take()
            #expect(try await queue.startCharge(third).charge == nil)
            var other = TestQueue.draft
            other.model = "image-2"
            other.bound = 30_000
            try await queue.store.changeLimits(orElse: cap, now: queue.now) { $0.charges = 9 }
            #expect(try await queue.charge(queue.take(), other).bound == 30_000)
        }
    }

    @Test(
        "Fifty connections that charge fifty persons at once never exceed a budget",
        .serialized, .timeLimit(.minutes(10)),
        arguments: ["a day for all", "a day for a space", "in all"])
    func fiftyAtOnce(of budget: String) async throws {
        let cap = DailyCap(
            spend: budget == "a day for all" ? 178_000 : nil, timeZone: TestQueue.utc)
        let shop = try #require(Space("shop"))
        var settings = SpaceSettings(provider: "gemini")
        if budget == "a day for a space" { settings.budget = 178_000 }
        if budget == "in all" { settings.totalBudget = 178_000 }
        let space = cap.spend == nil ? shop : .commandLine
        try await TestQueue.with { [settings] queue in
            try await queue.store.setLimits(cap, now: queue.now)
            _ = try await queue.store.add(shop, settings, now: queue.now)
            for number in 0..<50 { try await queue.submit(.known("p\(number)", in: space)) }
            var claims: [Claim] = []
            for _ in 0..<50 { claims.append(try await queue.take()) }
            let stores = try (0..<50).map { _ in try queue.another() }
            let started = try await withThrowingTaskGroup(of: Bool.self) { group in
                for (store, claim) in zip(stores, claims) {
                    group.addTask { try await store.startCharge(claim).charge != nil }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(started == 4)
            #expect(try await queue.booked() == 4 * 39_000)
            for store in stores { try store.store.close() }
        }
    }

    @Test func `another budget lets jobs be judged anew`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let none = DailyCap(spend: 0, timeZone: TestQueue.utc)
            try await queue.store.setLimits(none, now: queue.now)
            _ = try await queue.startCharge(queue.take(cap: none), cap: none)
            try await queue.store.setLimits(none, now: queue.now)
            #expect(try await queue.claim(cap: none).claim == nil)
            try await queue.store.setLimits(.ten, now: queue.now)
            try await queue.charge(queue.take())
        }
    }

    @Test func `within a budget nothing is charged whose price is not known`() async throws {
        try await TestQueue.with { queue in
            for _ in 0..<2 { try await queue.submit() }
            var unpriced = TestQueue.draft
            unpriced.estimate = nil
            unpriced.bound = nil
            let refused = try await queue.startCharge(
                queue.take(cap: Self.two), unpriced, cap: Self.two)
            #expect(refused.charge == nil)
            try await queue.store.setLimits(.ten, now: queue.now)
            try await queue.charge(queue.take(), unpriced)
            // What has been spent today cannot be told any more.
            try await queue.store.setLimits(Self.two, now: queue.now)
            let start = try await queue.startCharge(queue.take(cap: Self.two), cap: Self.two)
            #expect(start.charge == nil)
        }
    }

    @Test func `a space's budget in all holds on each day, by what was paid, and no other's jobs`()
        async throws
    {
        let shop = Person.known("anna", in: Space("shop"))
        let team = Person.known("anna", in: Space("team"))
        let cap = DailyCap(timeZone: TestQueue.utc)
        try await TestQueue.with { queue in
            for (person, budget) in [(shop, 100_000), (team, nil)] {
                var settings = SpaceSettings(provider: "gemini")
                settings.totalBudget = budget
                _ = try await queue.store.add(person.space, settings, now: queue.now)
            }
            for person in [shop, shop, shop, shop, team] { try await queue.submit(person) }
            // Fits by the bound, and leaves more, since it cost less.
            let first = try await queue.take(cap: cap)
            #expect(first.job.person == shop)
            let charge = try await queue.charge(first, cap: cap)
            #expect(try await queue.store.moneyLeft(of: shop.space) == 61_000)
            let paid = ChargeEnd(id: charge.id, state: .paid, cost: 30_000)
            try await queue.store.settle(
                first, Settlement(job: .done, charge: paid), now: queue.now)
            #expect(try await queue.store.moneyLeft(of: shop.space) == 70_000)

            let tomorrow = cap.nextDay(after: queue.now)
            for day in [queue.now, tomorrow] {
                while let claim = try await queue.claim(cap: cap, at: day).claim {
                    _ = try await queue.startCharge(claim, cap: cap, at: day)
                }
            }
            // 30,000 and 39,000: on no day does another one fit, and the other space has no such budget.
            #expect(try await queue.store.moneyLeft(of: shop.space) == 31_000)
            #expect(try await queue.store.moneyLeft(of: team.space) == nil)
            #expect(try await queue.store.waiting(of: shop) == [.budget: 2])
            #expect(try await queue.store.waiting(of: team) == [:])

            _ = try await queue.store.change(shop.space, now: tomorrow) {
                $0.totalBudget = 109_000
            }
            try await queue.charge(queue.take(cap: cap, at: tomorrow), cap: cap, at: tomorrow)
            #expect(try await queue.store.moneyLeft(of: shop.space) == 1000)
            #expect(try await queue.store.waiting(of: shop) == [.budget: 1])
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
            #expect(try await queue.claim(cap: cap) == .idle(nextDue: tomorrow))
            #expect(try await queue.store.waiting(of: shop) == [.budget: 1])
            try await queue.charge(
                queue.take(cap: cap, at: tomorrow), cap: cap, at: tomorrow)
        }
    }
}

extension TestQueue {
    /// What all charges count in budgets.
    fileprivate func booked() async throws -> Int {
        try await store.read { tx in
            try tx.value(
                """
                SELECT CAST(coalesce(sum(coalesce(cost, bound)), 0) AS INTEGER) FROM charge
                WHERE state <> 'free'
                """) ?? 0
        }
    }
}
