import Foundation
import JobQueue
import Testing

@testable import Companion

@Suite(.timeLimit(.minutes(10)))
struct UsageTests {
    private func usage(_ queue: TestQueue, _ person: Person? = nil) async throws
        -> [Person?: Usage]
    {
        try await queue.store.usage(of: person, cap: .ten, now: queue.now)
    }

    /// One charge of a person: its draft's price, and what came of it.
    private func spend(
        _ queue: TestQueue, _ state: ChargeState, of person: Person = .anna, estimate: Int?,
        cost: Int? = nil, at moment: Date = TestQueue.now
    ) async throws {
        try await queue.submit(person, at: moment)
        let claim = try await queue.take(at: moment)
        var draft = TestQueue.draft
        draft.estimate = estimate
        let charge = try await queue.charge(claim, draft, at: moment)
        guard state != .started else { return }
        let end = ChargeEnd(id: charge.id, state: state, cost: cost)
        let settlement = Settlement(job: .failed(reason: .invalidRequest, detail: nil), charge: end)
        try await queue.store.settle(claim, settlement, now: moment)
    }

    @Test func `a queue without charges cost nobody anything`() async throws {
        try await TestQueue.with { queue in
            let usage = try await usage(queue)
            #expect(usage.isEmpty)
        }
    }

    @Test func `money is told apart by how well it is known`() async throws {
        try await TestQueue.with { queue in
            try await spend(queue, .paid, estimate: 39, cost: 41)
            try await spend(queue, .paid, estimate: nil, cost: 2)
            try await spend(queue, .paid, estimate: 39)
            try await spend(queue, .paid, estimate: nil)
            try await spend(queue, .unknown, estimate: 100)
            try await spend(queue, .unknown, estimate: nil)
            try await spend(queue, .started, estimate: 1000)
            try await spend(queue, .free, estimate: 5000)
            let annas = try #require(await usage(queue)[.anna])
            #expect(annas.usedToday == 7)
            #expect(annas.today.known == 43)
            #expect(annas.today.estimated == 39)
            #expect(annas.today.unknown == 1100)
            #expect(annas.today.unpriced == 2)
            #expect(annas.month == annas.today)
        }
    }

    @Test func `the month holds its days so far, and no other month's`() async throws {
        try await TestQueue.with { queue in
            let day = 86_400.0
            try await spend(queue, .paid, estimate: nil, cost: 1, at: queue.now - 21 * day)
            try await spend(queue, .paid, estimate: nil, cost: 10, at: queue.now - 20 * day)
            try await spend(queue, .paid, estimate: nil, cost: 100, at: queue.now - day)
            try await spend(queue, .paid, estimate: nil, cost: 1000)
            let annas = try #require(await usage(queue)[.anna])
            #expect(annas.usedToday == 1)
            #expect(annas.today.known == 1000)
            #expect(annas.month.known == 1110)
        }
    }

    @Test func `each person's usage is their own`() async throws {
        try await TestQueue.with { queue in
            try await spend(queue, .paid, estimate: nil, cost: 1)
            try await spend(queue, .paid, of: .bert, estimate: nil, cost: 2)
            let all = try await usage(queue)
            #expect(all.mapValues(\.today.known) == [.anna: 1, .bert: 2])
            let berts = try await usage(queue, .bert)
            #expect(berts.mapValues(\.today.known) == [.bert: 2])
        }
    }

    @Test func `the charges of people who were forgotten stay in the sum`() async throws {
        try await TestQueue.with { queue in
            try await spend(queue, .paid, estimate: nil, cost: 1)
            try await spend(queue, .paid, of: .bert, estimate: nil, cost: 2)
            #expect(try await queue.store.anonymiseCharges(of: .anna) == 1)
            let all = try await usage(queue)
            #expect(all.mapValues(\.today.known) == [nil: 1, .bert: 2])
        }
    }
}
