import Foundation
import JobQueue
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FencingTests {
    static let ends: [JobEnd] = [
        .done, .rejected(reason: "r"), .failed(reason: .invalidRequest, detail: nil), .cancelled,
        .uncertain(reason: .deadline, detail: nil), .waitsForGate, .saving,
    ]

    @Test(arguments: ends)
    func `a stale claim changes nothing in the job but keeps what it knows of the money`(
        end: JobEnd
    ) async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let stale = try await queue.take(.first)
            let charge = try await queue.charge(stale)
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            let before = try await queue.job(id)
            #expect(before.state == .uncertain)
            let paid = ChargeEnd(id: charge.id, state: .paid, cost: 7)
            let written = try await queue.store.settle(
                stale, Settlement(job: end, charge: paid), now: queue.now + 1)
            #expect(written == nil)
            #expect(try await queue.job(id) == before)
            #expect(try await queue.store.job(id)?.charges.first?.cost == 7)
            try queue.expectJournal(["started", "unknown", "paid"])
        }
    }

    @Test func `a stale claim still tells the gate of a cooldown`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let stale = try await queue.take(.first)
            let charge = try await queue.charge(stale)
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            let until = queue.now + 300
            let refusal = Settlement(
                job: .waitsForGate, charge: ChargeEnd(id: charge.id, state: .free),
                gate: .cooldown(until: until, reason: .tooManyRequests, detail: nil))
            try await queue.store.settle(stale, refusal, now: queue.now)
            #expect(try await queue.gate().opens == until)
        }
    }

    @Test func `a stale claim records nothing`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let stale = try await queue.take(.first)
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            let valid = try await queue.take(.second, at: queue.now + 1)
            #expect(try await !queue.store.record(facts: "{}", findings: "[]", for: stale))
            #expect(try await queue.job(id) == valid.job)
        }
    }

    @Test func `a settled job is not settled again`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let claim = try await queue.take()
            let first = Settlement(job: .done)
            let second = Settlement(job: .failed(reason: .invalidRequest, detail: nil))
            #expect(try await queue.store.settle(claim, first, now: queue.now) == first.job)
            #expect(try await queue.store.settle(claim, second, now: queue.now) == nil)
            #expect(try await queue.job(id).state == .succeeded)
        }
    }

    @Test(arguments: [ChargeState.paid, .unknown])
    func `a late answer to a charge that was called free leaves a newer charge alone`(
        late: ChargeState
    ) async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let stale = try await queue.take(.first)
            let charge = try await queue.charge(stale)
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            _ = try await queue.store.resolve(id, as: .notPaid, now: queue.now)
            let valid = try await queue.take(.second, at: queue.now + 1)
            try await queue.charge(valid)
            let settlement = Settlement(
                job: .saving, charge: ChargeEnd(id: charge.id, state: late))
            #expect(try await queue.store.settle(stale, settlement, now: queue.now) == nil)
            #expect(try await queue.charges(id) == [.free, .started])
        }
    }
}
