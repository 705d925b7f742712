import Foundation
import Testing

@testable import Companion
@testable import JobQueue

/// The limits belong to the queue: every process counts by what it keeps.
@Suite(.timeLimit(.minutes(10)))
struct LimitsTests {
    @Test func `of processes with different limits that start at once, one names those of all`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.forgetLimits()
            let stores = try (0..<4).map { _ in try queue.another().store }
            let kept = try await withThrowingTaskGroup(of: DailyCap.self) { group in
                for (number, store) in stores.enumerated() {
                    group.addTask {
                        try await store.keepLimits(
                            orElse: DailyCap(charges: number + 1, timeZone: TestQueue.utc))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(kept.map(\.charges)).count == 1)
            #expect(try await queue.store.limits() == kept.first)
            for store in stores { try store.close() }
        }
    }

    @Test func `a queue whose limits no process has stored charges nothing`() async throws {
        try await TestQueue.with { queue in
            try await queue.forgetLimits()
            let other = try queue.another()
            #expect(try await other.store.limits() == nil)
            try await other.submit()
            await #expect(throws: JobQueueError.noLimits) { try await other.claim() }
            try await other.store.keepLimits(orElse: .one)
            try await other.charge(other.take())
            try other.store.close()
        }
    }

    /// What a process may do first in a queue whose backup from before any limits was restored.
    enum Need: String, CaseIterable, CustomTestStringConvertible {
        case claim, charge, admission, question, repair

        var testDescription: String { rawValue }

        func meet(_ queue: TestQueue, _ claim: Claim) async throws {
            switch self {
            case .claim: try await queue.take()
            case .charge: try await queue.charge(claim)
            case .admission: try await queue.admit(.annaOfApp)
            case .question:
                let question = Question(
                    key: "tip", kind: .letter, payload: "{}", provider: "gemini",
                    fleeting: Fleeting(until: queue.now + 60, dailyLimit: 1))
                _ = try await queue.store.ask(question, of: .bert, now: queue.now)
            case .repair: try await queue.store.repairDueTimes(now: queue.now)
            }
        }
    }

    @Test(arguments: Need.allCases)
    func `a process stores its limits again in a queue that has lost them`(
        need: Need
    ) async throws {
        try await TestQueue.with { queue in
            for _ in 0..<2 { try await queue.submit() }
            let claim = try await queue.take()
            try await queue.forgetLimits()
            try await need.meet(queue, claim)
            #expect(try await queue.store.limits() == .ten)
        }
    }

    @Test func `a changed cap counts for the next charge of a process that runs`() async throws {
        try await TestQueue.with { queue in
            let other = try queue.another()
            for person in [Person.anna, .anna, .bert] { try await queue.submit(person) }
            try await other.charge(other.take())
            let claim = try await other.take()
            try await queue.store.changeLimits(orElse: .ten, now: queue.now) { $0.charges = 1 }
            let tomorrow = DailyCap.ten.nextDay(after: queue.now)
            #expect(try await other.startCharge(claim) == .capReached(until: tomorrow))
            // The claim counts by it, too, and another person is not concerned.
            try await queue.submit()
            let next = try await other.take()
            #expect(next.job.person == .bert)
            try await other.charge(next)
            #expect(try await other.claim() == .idle(nextDue: tomorrow))
            try other.store.close()
        }
    }

    @Test func `a changed budget and a changed time zone count for the next charge of a process`()
        async throws
    {
        try await TestQueue.with { queue in
            let other = try queue.another()
            for _ in 0..<3 { try await queue.submit() }
            #expect(try await other.charge(other.take()).day == "2026-11-21")
            let auckland = try #require(TimeZone(identifier: "Pacific/Auckland"))
            let evening = queue.now + 3 * 3600
            let claims = try await [
                other.take(at: evening), other.take(at: evening),
            ]
            try await queue.store.changeLimits(orElse: .ten, now: evening) {
                $0.timeZone = auckland
                $0.spend = 39_000
            }
            #expect(try await other.charge(claims[0], at: evening).day == "2026-11-22")
            let start = try await other.startCharge(claims[1], at: evening)
            let next = DailyCap(timeZone: auckland).nextDay(after: evening)
            #expect(start == .budgetReached(until: next))
            try other.store.close()
        }
    }

    @Test func `only what is named changes, and a change without effect disturbs no job`()
        async throws
    {
        try await TestQueue.with { queue in
            let old = DailyCap(charges: 1, spend: 5_000_000, timeZone: TestQueue.utc)
            try await queue.store.setLimits(old, now: queue.now)
            for _ in 0..<2 { try await queue.submit() }
            try await queue.charge(queue.take())
            _ = try await queue.claim()
            let later = queue.now + 60
            let same = try await queue.store.changeLimits(orElse: .ten, now: later) {
                $0.charges = 1
            }
            #expect(same == old)
            #expect(try await queue.claim(at: later).claim == nil)
            let new = try await queue.store.changeLimits(orElse: .ten, now: later) {
                $0.spend = nil
            }
            #expect(new == .one)
            #expect(try await queue.store.limits() == .one)
        }
    }

    @Test func `a time zone that this machine does not know stops every count`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            try await queue.change("UPDATE cap SET time_zone = 'Mars/Olympus'")
            let unknown = JobQueueError.unknownTimeZone("Mars/Olympus")
            await #expect(throws: unknown) { try await queue.claim() }
            await #expect(throws: unknown) { try await queue.store.limits() }
        }
    }
}

extension TestQueue {
    /// Runs one statement, as a defect would.
    func change(_ statement: String) async throws {
        _ = try await store.runs(statement)
    }

    /// Makes the queue one that no worker has used yet.
    fileprivate func forgetLimits() async throws { try await change("DELETE FROM cap") }
}

extension JobStore {
    fileprivate func runs(_ statement: String) throws -> Int { try write { try $0.run(statement) } }
}
