import Foundation
import Testing

@testable import Companion
@testable import Database
@testable import JobQueue

/// Jobs that limits hold back stand in nobody's way, however many there are.
@Suite(.timeLimit(.minutes(10)))
struct HoldTests {
    private static let crowd = (0..<30).map { Person.known("p\($0)") }

    /// Submits jobs of persons, so many of each, in turn.
    private static func submit(
        _ count: Int, of persons: [Person], to queue: TestQueue
    ) async throws {
        let jobs = (0..<count).flatMap { _ in persons.map { NewJob.some($0) } }
        _ = try await queue.store.submit(jobs, now: queue.now)
    }

    /// Writes charges, as if jobs that are gone had paid for the day.
    private static func pay(
        _ cost: Int = 39_000, for persons: [Person], in queue: TestQueue
    ) async throws {
        let day = DailyCap.ten.day(of: queue.now)
        try await queue.store.write { tx in
            for (number, person) in persons.enumerated() {
                try tx.run(
                    """
                    INSERT INTO charge (
                        id, job, kind, space, person, day, provider, model, state, estimate, bound,
                        cost, started_at, settled_at, line)
                    VALUES (\(tx.dialect.nextCharge), ?, ?, ?, ?, ?, 'gemini', 'image-1', 'paid',
                        ?, ?, ?, 1, 1, \(tx.dialect.nextLine))
                    """,
                    [number + 1, JobKind.portrait.rawValue] + person.arguments
                        + [day, cost, cost, cost])
            }
        }
    }

    /// Claims until there is nothing to claim and nothing to move; a claim that has moved as many as it may names the next moment.
    private static func settled(_ queue: TestQueue) async throws -> ClaimResult {
        var now = queue.now
        while true {
            let result = try await queue.claim(at: now)
            switch result {
            case .crowded: continue
            case .idle(let due?, _) where due > now && due < now + 2: now = due
            default: return result
            }
        }
    }

    @Test func `a job that arrives behind many persons at the cap is claimed next`() async throws {
        try await TestQueue.with { queue in
            try await queue.store.setLimits(.one, now: queue.now)
            try await Self.pay(for: Self.crowd, in: queue)
            try await Self.submit(10, of: Self.crowd, to: queue)
            for person in [Person.anna, .annaOfApp, .bert] {
                let id = try await queue.submit(person)
                #expect(try await queue.take().job.id == id)
            }
            let tomorrow = DailyCap.one.nextDay(after: queue.now)
            #expect(try await Self.settled(queue) == .idle(nextDue: tomorrow))
            #expect(try await queue.store.waiting() == [.dailyCap: 300])
        }
    }

    @Test func `a job that stands in the middle of them is found, and only one that may go`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.store.setLimits(.one, now: queue.now)
            try await Self.pay(for: Self.crowd, in: queue)
            try await Self.submit(10, of: Self.crowd, to: queue)
            let free = try await queue.submit(.anna)
            try await Self.submit(10, of: Self.crowd, to: queue)
            #expect(try await queue.claim() == .crowded(provider: "gemini"))
            let found = try await queue.store.lookFurther(of: "gemini", now: queue.now)
            #expect(found == [free])
            let first = try #require(
                await queue.store.jobs(JobFilter(person: Self.crowd.last)).last)
            let result = try await queue.store.claim(
                for: .first, token: "t", providers: [.gemini], offered: [first.id, free],
                now: queue.now)
            #expect(result.claim?.job.id == free)
            #expect(try await queue.store.lookFurther(of: "gemini", now: queue.now) == [])
        }
    }

    @Test(arguments: [true, false])
    func `no job is prepared for one space after the other that has no money left`(
        isFirst: Bool
    ) async throws {
        let poor = (100..<220).map { Person.known("anna", in: Space("s\($0)")) }
        let rich = Person.known("anna", in: Space("z"))
        try await TestQueue.with { queue in
            for person in poor + [rich] {
                _ = try await queue.store.add(
                    person.space, SpaceSettings(provider: "gemini", budget: 39_000),
                    now: queue.now)
            }
            if !isFirst {
                // Then claims look no more, until a charge is held back.
                try await queue.submit(rich)
                try await queue.take()
            }
            try await Self.pay(for: poor, in: queue)
            try await Self.submit(2, of: poor, to: queue)
            let id = try await queue.submit(rich)
            let tomorrow = DailyCap.ten.nextDay(after: queue.now)
            if !isFirst {
                let start = try await queue.startCharge(queue.take())
                #expect(start == .budgetReached(until: tomorrow))
            }
            #expect(try await queue.take().job.id == id)
            #expect(try await Self.settled(queue) == .idle(nextDue: tomorrow))
            #expect(try await queue.store.waiting() == [.budget: 240])
            // At midnight they go on.
            #expect(try await queue.claim(at: tomorrow).claim != nil)
        }
    }

    @Test func `a job of a space without money is left where it is once it has arrived`()
        async throws
    {
        let shop = Person.known("anna", in: Space("shop"))
        try await TestQueue.with { queue in
            _ = try await queue.store.add(
                shop.space, SpaceSettings(provider: "gemini", budget: 40_000), now: queue.now)
            for _ in 0..<2 { try await queue.submit(shop) }
            try await queue.charge(queue.take())
            _ = try await queue.startCharge(queue.take())
            try await queue.submit(shop)
            let tomorrow = DailyCap.ten.nextDay(after: queue.now)
            #expect(try await queue.claim() == .idle(nextDue: tomorrow))
            #expect(try await queue.store.waiting(of: shop) == [.budget: 2])
            _ = try await queue.store.change(shop.space, now: queue.now) { $0.budget = 90_000 }
            try await queue.charge(queue.take())
        }
    }

    @Test(arguments: [true, false])
    func `very many jobs follow a limit that lets them go, some at a time`(
        isMoney: Bool
    ) async throws {
        try await TestQueue.with { queue in
            let few =
                isMoney
                ? DailyCap(charges: 999, spend: 0, timeZone: TestQueue.utc)
                : DailyCap(charges: 0, timeZone: TestQueue.utc)
            try await queue.store.setLimits(few, now: queue.now)
            let batch = HoldingSQL.batch
            try await Self.submit(3 * batch, of: [.anna], to: queue)
            if isMoney { _ = try await queue.startCharge(queue.take()) }
            let tomorrow = few.nextDay(after: queue.now)
            #expect(try await Self.settled(queue) == .idle(nextDue: tomorrow))
            func held() async throws -> Int {
                let jobs = try await queue.store.jobs(
                    JobFilter(states: [.waiting]), limit: 1000)
                return jobs.count { $0.due > queue.now }
            }
            #expect(try await held() == 3 * batch)
            try await queue.store.setLimits(
                DailyCap(charges: 999, timeZone: TestQueue.utc), now: queue.now)
            #expect(try await held() == 2 * batch)
            // Another process goes on where this one was killed.
            let other = try queue.another()
            for left in [batch, 0] {
                try await other.take()
                #expect(try await held() == left)
            }
            try other.store.close()
            try await queue.take()
            let rows = try await queue.store.read { tx in
                try (tx.count("cap_change"), tx.count("spent"))
            }
            #expect(rows == (0, 0))
        }
    }

    @Test func `a batch has its bound on a server, too, however the server carries it out`()
        async throws
    {
        try await TestQueue.onServer { queue in
            try await Self.submit(500, of: [.anna], to: queue)
            let (now, tomorrow) = (queue.now, DailyCap.ten.nextDay(after: queue.now))
            let jobsOfAnna: [any SQLConvertible] = ["", "anna", JobKind.portrait.rawValue]
            let moved = try await queue.store.write { tx in
                // What is left are nested loops, which a server chooses by itself for few rows.
                for way in ["hashagg", "hashjoin", "mergejoin", "material", "sort"] {
                    try tx.run("SET LOCAL enable_\(way) = off")
                }
                let holding = tx.dialect.holding
                return try [
                    tx.run(
                        holding.postpone,
                        [tomorrow.milliseconds] + jobsOfAnna + ["gemini", now.milliseconds]),
                    tx.run(holding.releaseCapped, [now.milliseconds] + jobsOfAnna),
                    tx.run("UPDATE job SET due_at = ?, reason = 'budget'", [tomorrow.milliseconds]),
                    tx.run(holding.releaseBudgeted, [now.milliseconds, "gemini", ""]),
                    tx.run(holding.releaseUnheld, [now.milliseconds, "gemini"]),
                ]
            }
            let batch = HoldingSQL.batch
            #expect(moved == [batch, batch, 500, batch, batch])
        }
    }

    @Test func `very many jobs of a person who leaves are cancelled, some at a time`() async throws
    {
        try await TestQueue.with { queue in
            try await Self.submit(450, of: [.annaOfApp], to: queue)
            try await queue.submit(.anna)
            try await queue.store.beginToForget(.annaOfApp, now: queue.now)
            let jobs = try await queue.store.jobs(JobFilter(), limit: 1000)
            #expect(jobs.count { $0.state == .cancelled } == 450)
            #expect(jobs.filter { $0.state == .waiting }.map(\.person) == [.anna])
            #expect(try await queue.store.standing(of: .annaOfApp) == .leaving)
        }
    }
}
