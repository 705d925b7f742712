import Foundation
import Testing

@testable import JobQueue

/// A provider has a gate, and so has each of its models.
@Suite(.timeLimit(.minutes(10)))
struct GateOfModelTests {
    private static let other = PaidProvider(name: "gemini", model: "image-2")

    /// Lets one new job of the usual model meet an answer.
    private func answer(_ queue: TestQueue, _ change: GateChange) async throws {
        try await queue.submit()
        let claim = try await queue.take()
        let charge = try await queue.charge(claim)
        let settlement = Settlement(
            job: .failed(reason: .invalidRequest, detail: nil),
            charge: ChargeEnd(id: charge.id, state: .free), gate: change)
        try await queue.store.settle(claim, settlement, now: queue.now)
        try await queue.submit()
    }

    @Test(arguments: [
        GateReason.keyInvalid, .unauthenticated, .permissionDenied, .failedPrecondition,
        .locationNotSupported, .accountLimited, .outOfCredit, .unexpectedStatus, .proxyRefused,
        .unusableSetting, .noModelOffered, .priceAboveQuote,
    ])
    func `a halt of the key, the account or the way there holds up every model`(
        reason: GateReason
    ) async throws {
        try await TestQueue.with { queue in
            try await answer(queue, .halt(reason: reason, detail: nil))
            #expect(try await queue.gate().model == nil)
            #expect(try await queue.claim().isHeld)
            #expect(try await queue.claim(providers: [Self.other]).isHeld)
        }
    }

    @Test(arguments: [
        GateReason.modelNotFound, .modelUnsuitable, .requestNotUnderstood, .quotaIsZero,
    ])
    func `a halt of a model holds up no other`(reason: GateReason) async throws {
        try await TestQueue.with { queue in
            try await answer(queue, .halt(reason: reason, detail: nil))
            #expect(try await queue.gate().model == TestQueue.draft.model)
            #expect(try await queue.claim().isHeld)
            let claim = try #require(await queue.claim(providers: [Self.other]).claim)
            var draft = TestQueue.draft
            #expect(try await queue.startCharge(claim, draft) == .held(.providerHalted))
            let again = try #require(await queue.claim(providers: [Self.other]).claim)
            draft.model = "image-2"
            #expect(try await queue.startCharge(again, draft).charge != nil)
        }
    }

    @Test func `a cooldown of a model holds up no other, and a broken line all of them`()
        async throws
    {
        try await TestQueue.with { queue in
            let until = queue.now + 300
            try await answer(
                queue, .cooldown(until: until, reason: .quotaPerMinute, detail: nil))
            #expect(try await queue.claim(providers: [Self.other]).claim != nil)
            #expect(try await queue.claim().isHeld)
        }
        try await TestQueue.with { queue in
            try await answer(queue, .unreachable(detail: nil))
            #expect(try await queue.claim(providers: [Self.other]).isHeld)
        }
    }

    @Test(arguments: [
        GateChange.serverError(detail: nil), .unknownOutcome(detail: nil), .noAnswer(detail: nil),
    ])
    func `an outage of a model holds up no other`(outage: GateChange) async throws {
        try await TestQueue.with { queue in
            repeat {
                try await answer(queue, outage)
            } while try await queue.gate().opens <= queue.now
            #expect(try await queue.claim(providers: [Self.other]).claim != nil)
        }
    }

    @Test func `a gate that is cleared is cleared for every model, and for no other provider`()
        async throws
    {
        try await TestQueue.with { queue in
            try await answer(queue, .halt(reason: .quotaIsZero, detail: nil))
            #expect(try await !queue.store.clearGate(of: "openai", now: queue.now))
            #expect(try await queue.claim().isHeld)
            #expect(try await queue.store.clearGate(of: "gemini", now: queue.now))
            #expect(try await queue.claim().claim != nil)
        }
    }

    @Test func `the model that the queue keeps is the one whose gate counts`() async throws {
        try await TestQueue.with { queue in
            try await answer(queue, .halt(reason: .quotaIsZero, detail: nil))
            let unnamed = PaidProvider(name: "gemini")
            try await queue.store.choose(
                model: TestQueue.draft.model, of: "gemini", now: queue.now)
            #expect(try await queue.claim(providers: [unnamed]).isHeld)
            try await queue.store.choose(model: "image-2", of: "gemini", now: queue.now)
            #expect(try await queue.claim(providers: [unnamed]).claim != nil)
        }
    }

    @Test func `a worker of two providers goes on with the one whose gate is open`() async throws {
        try await TestQueue.with { queue in
            try await answer(queue, .halt(reason: .keyInvalid, detail: nil))
            let openai = PaidProvider(name: "openai")
            let theirs = try await queue.submit(provider: "openai")
            let later = try await queue.submit(notBefore: queue.now + 60, provider: "openai")
            let both = [PaidProvider.gemini, openai]
            #expect(try await queue.claim(providers: both).claim?.job.id == theirs)
            let gate = try await queue.gate()
            let held = try await queue.claim(providers: both)
            #expect(held == .held(by: gate, until: queue.now + 60))
            let next = try await queue.claim(providers: both, at: queue.now + 60)
            #expect(next.claim?.job.id == later)
        }
    }

    @Test func `of several closed gates, the one that matters is told`() {
        func gate(_ model: String?, opens: TimeInterval, isHalted: Bool = false) -> Gate {
            var gate = Gate.open(for: "gemini", model: model, now: TestQueue.now)
            gate.opens = TestQueue.now + opens
            gate.isHalted = isHalted
            return gate
        }
        let short = gate(nil, opens: 10)
        let long = gate("a", opens: 20)
        let halted = gate("b", opens: -10, isHalted: true)
        let all = [short, long, halted, gate("c", opens: -1)]
        #expect(all.holding("gemini", at: TestQueue.now) == halted)
        #expect(all.holding("gemini", model: "a", at: TestQueue.now) == long)
        #expect(all.holding("gemini", model: "c", at: TestQueue.now) == short)
        #expect(all.holding("gemini", model: "c", at: TestQueue.now + 10) == nil)
        #expect(all.holding("local", at: TestQueue.now) == nil)
    }
}
