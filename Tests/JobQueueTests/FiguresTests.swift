import Foundation
import JobQueue
import Testing

@testable import Companion

@Suite(.timeLimit(.minutes(10)))
struct FiguresTests {
    /// Charges a fresh job, and says how that ended after some seconds.
    private func charge(
        _ queue: TestQueue, _ person: Person = .anna, ends: (ChargeState, cost: Int?)?,
        after seconds: Double = 3
    ) async throws {
        try await queue.submit(person)
        let claim = try await queue.take()
        let charge = try await queue.charge(claim, TestQueue.draft)
        guard let ends else { return }
        let end = ChargeEnd(id: charge.id, state: ends.0, cost: ends.cost)
        let settlement = Settlement(job: .failed(reason: .invalidRequest, detail: nil), charge: end)
        try await queue.store.settle(claim, settlement, now: queue.now + seconds)
    }

    @Test func `an empty queue has no figures`() async throws {
        try await TestQueue.with { queue in
            let figures = try await queue.store.figures(now: queue.now)
            #expect(figures.jobs.isEmpty && figures.waiting.isEmpty && figures.charges.isEmpty)
        }
    }

    @Test func `waiting jobs are told apart by provider and reason, with the longest wait`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.submit(at: queue.now - 90)
            try await queue.submit(at: queue.now - 60)
            try await queue.submit(notBefore: queue.now + 60)
            try await queue.submit(provider: "local", at: queue.now - 5)
            let figures = try await queue.store.figures(now: queue.now)
            #expect(figures.jobs == [.waiting: 4])
            let waiting = figures.waiting.map { "\($0.provider) \($0.reason) \($0.count)" }
            #expect(waiting == ["gemini new 2", "gemini scheduled 1", "local new 1"])
            #expect(figures.oldestDue == ["gemini": queue.now - 90, "local": queue.now - 5])
            try await queue.take()
            try await queue.take()
            let later = try await queue.store.figures(now: queue.now)
            // The one that is left is due in a minute.
            #expect(later.oldestDue == ["local": queue.now - 5])
        }
    }

    @Test func `charges are counted by state, and money by how well it is known`() async throws {
        try await TestQueue.with { queue in
            try await charge(queue, ends: (.paid, 41_000))
            try await charge(queue, ends: (.paid, nil))
            try await charge(queue, ends: (.free, nil))
            try await charge(queue, ends: (.unknown, nil))
            try await charge(queue, ends: nil)
            let figures = try await queue.store.figures(now: queue.now)
            let gemini = try #require(figures.charges.first)
            #expect(figures.charges.map(\.provider) == ["gemini"])
            #expect(gemini.counts == [.paid: 2, .free: 1, .unknown: 1, .started: 1])
            #expect(gemini.money.known == 41_000)
            #expect(gemini.money.estimated == 39_000)
            #expect(gemini.money.unknown == 78_000)
        }
    }

    @Test func `answered requests are counted by how long they took, and late decisions are none`()
        async throws
    {
        try await TestQueue.with { queue in
            let bounds = QueueFigures.bounds
            for seconds in [0.5, 1, 1.001, 59] {
                try await charge(queue, ends: (.paid, nil), after: seconds)
            }
            // A user who decides tomorrow that it was paid tells nothing of the provider's speed.
            try await charge(queue, ends: (.paid, nil), after: 86_400)
            try await charge(queue, ends: (.free, nil), after: 4)
            let gemini = try #require(try await queue.store.figures(now: queue.now).charges.first)
            let expected = bounds.map { $0 < 2 ? 2 : $0 < 60 ? 3 : 4 }
            #expect(gemini.answered == expected)
            #expect(abs(gemini.seconds - 61.501) < 0.0001)
        }
    }

    @Test func `what was counted stays when jobs are pruned and people forgotten`() async throws {
        try await TestQueue.with { queue in
            for _ in 0..<3 { try await charge(queue, ends: (.paid, nil)) }
            let before = try await queue.store.figures(now: queue.now).charges
            let jobs = try await queue.store.jobs(JobFilter(), limit: 10)
            _ = try await queue.store.remove(jobs.map(\.id))
            _ = try await queue.store.anonymiseCharges(of: .anna)
            let after = try await queue.store.figures(now: queue.now)
            #expect(after.jobs == [:])
            #expect(after.charges == before)
        }
    }
}
