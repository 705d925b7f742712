import Foundation
import JobQueue
import Testing

@Suite(.timeLimit(.minutes(10)))
struct GateProbeTests {
    /// A queue whose gate opened from a cooldown just now, with so many jobs due.
    private func withProbingGate(
        jobs: Int, _ body: (TestQueue, _ opens: Date) async throws -> Void
    ) async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let opens = queue.now + 300
            try await queue.run(
                to: .failed(reason: .invalidRequest, detail: nil), .free,
                gate: .cooldown(until: opens, reason: .tooManyRequests, detail: nil))
            for _ in 0..<jobs { try await queue.submit() }
            try await body(queue, opens)
        }
    }

    /// Settles a claim with an answer of a provider that is well.
    private func answer(_ queue: TestQueue, _ claim: Claim, _ charge: Charge, at moment: Date)
        async throws
    {
        let settlement = Settlement(
            job: .done, charge: ChargeEnd(id: charge.id, state: .paid), gate: .answered)
        try await queue.store.settle(claim, settlement, now: moment)
    }

    @Test func `while the gate counts, nobody claims what could not be sent at once`() async throws
    {
        try await withProbingGate(jobs: 2) { queue, opens in
            #expect(try await queue.claim(.first, isAhead: true, at: opens).isHeld)
            let probe = try await queue.take(.second, at: opens)
            let charge = try await queue.charge(probe, at: opens)
            try await answer(queue, probe, charge, at: opens + 1)
            #expect(try await queue.claim(.first, isAhead: true, at: opens + 1).isHeld)
            try await queue.take(.first, at: opens + 1)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `of twenty connections that charge at once through a gate that allows one, one starts`()
        async throws
    {
        try await TestQueue.with { queue in
            for number in 0...20 { try await queue.submit(.known("p\(number)")) }
            let first = try await queue.take()
            let charge = try await queue.charge(first)
            var claims: [Claim] = []
            for _ in 0..<20 { claims.append(try await queue.take()) }
            let opens = queue.now + 300
            let refusal = Settlement(
                job: .waits(.cooldown, due: opens + 60, countsAttempt: false),
                charge: ChargeEnd(id: charge.id, state: .free),
                gate: .cooldown(until: opens, reason: .tooManyRequests, detail: nil))
            try await queue.store.settle(first, refusal, now: queue.now)
            let stores = try (0..<20).map { _ in try queue.another() }
            let starts = try await withThrowingTaskGroup(of: ChargeStart.self) { group in
                for (store, claim) in zip(stores, claims) {
                    group.addTask { try await store.startCharge(claim, at: opens) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(starts.count { $0.charge != nil } == 1)
            #expect(starts.count { $0 == .held(.cooldown) } == 19)
            for store in stores { try store.store.close() }
        }
    }

    @Test func `requests to other models are no probes of a model's gate`() async throws {
        try await TestQueue.with { queue in
            for _ in 0..<4 { try await queue.submit() }
            var claims: [Claim] = []
            for _ in 0..<4 { claims.append(try await queue.take()) }
            let charge = try await queue.charge(claims[0])
            let opens = queue.now + 300
            let refusal = Settlement(
                job: .waits(.cooldown, due: opens + 60, countsAttempt: false),
                charge: ChargeEnd(id: charge.id, state: .free),
                gate: .cooldown(until: opens, reason: .quotaPerMinute, detail: nil))
            try await queue.store.settle(claims[0], refusal, now: queue.now)
            var other = TestQueue.draft
            other.model = "image-2"
            try await queue.charge(claims[1], other, at: opens)
            try await queue.charge(claims[2], at: opens)
            #expect(try await queue.startCharge(claims[3], at: opens) == .held(.cooldown))
        }
    }

    @Test func `an open gate lets jobs be claimed ahead`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            guard case .claimed(let claim) = try await queue.claim(isAhead: true) else {
                Issue.record("nothing was claimed")
                return
            }
            #expect(claim.job.id == id)
        }
    }

    @Test func `after a cooldown one job goes through, and two after its answer`() async throws {
        try await withProbingGate(jobs: 4) { queue, opens in
            let probe = try await queue.take(.first, at: opens)
            #expect(try await queue.claim(.second, at: opens).isHeld)
            let charge = try await queue.charge(probe, at: opens)
            #expect(try await queue.claim(.second, at: opens).isHeld)
            try await answer(queue, probe, charge, at: opens + 1)
            try await queue.take(.first, at: opens + 1)
            try await queue.take(.second, at: opens + 1)
            #expect(try await queue.claim(.second, at: opens + 1).isHeld)
            #expect(try await queue.gate().reason == "open")
        }
    }

    @Test func `each answer lets one more request through, until there is no need to count`()
        async throws
    {
        let cap = DailyCap(charges: 100, timeZone: TestQueue.utc)
        try await withProbingGate(jobs: 50) { queue, opens in
            var out: [(Claim, Charge)] = []
            for allowed in 1...16 {
                while out.count < allowed {
                    let claim = try await queue.take(cap: cap, at: opens)
                    out.append((claim, try await queue.charge(claim, cap: cap, at: opens)))
                }
                #expect(try await queue.claim(cap: cap, at: opens).isHeld)
                let (claim, charge) = out.removeFirst()
                try await answer(queue, claim, charge, at: opens)
            }
            for _ in 0..<10 { try await queue.take(cap: cap, at: opens) }
            #expect(try await queue.gate().allowed == nil)
        }
    }

    @Test func `a refusal on the way lets one at a time through again`() async throws {
        try await withProbingGate(jobs: 6) { queue, opens in
            for _ in 0..<3 {
                try await queue.run(to: .done, gate: .answered, at: opens)
            }
            #expect(try await queue.gate().allowed == 4)
            try await queue.run(
                to: .waitsForGate, .free,
                gate: .cooldown(until: opens + 300, reason: .tooManyRequests, detail: nil),
                at: opens)
            try await queue.take(.first, at: opens + 300)
            #expect(try await queue.claim(.second, at: opens + 300).isHeld)
        }
    }

    @Test func `a probe that is refused closes the gate again`() async throws {
        try await withProbingGate(jobs: 2) { queue, opens in
            try await queue.run(
                to: .waitsForGate, .free,
                gate: .cooldown(until: opens + 300, reason: .tooManyRequests, detail: nil),
                at: opens)
            #expect(try await queue.claim(at: opens + 299).isHeld)
            try await queue.take(.first, at: opens + 300)
            #expect(try await queue.claim(.second, at: opens + 300).isHeld)
        }
    }

    @Test func `a probe whose worker died makes room for another`() async throws {
        try await withProbingGate(jobs: 2) { queue, opens in
            try await queue.charge(queue.take(.first, at: opens), at: opens)
            _ = try await queue.store.recover(from: [.first], spooled: [], now: opens)
            try await queue.take(.second, at: opens)
        }
    }

    @Test func `of jobs that were claimed before the cooldown one is charged at a time`()
        async throws
    {
        try await TestQueue.with { queue in
            for _ in 0..<3 { try await queue.submit() }
            let first = try await queue.take(.first)
            let second = try await queue.take(.second)
            let opens = queue.now + 300
            try await queue.run(
                to: .waitsForGate, .free,
                gate: .cooldown(until: opens, reason: .tooManyRequests, detail: nil))
            try await queue.charge(first, at: opens)
            #expect(try await queue.startCharge(second, at: opens) == .held(.cooldown))
        }
    }

    @Test func `an answer to a request from before the cooldown leaves the probe in force`()
        async throws
    {
        try await TestQueue.with { queue in
            for _ in 0..<4 { try await queue.submit() }
            let early = try await queue.take(.first)
            let charge = try await queue.charge(early)
            let opens = queue.now + 300
            try await queue.run(
                to: .waitsForGate, .free,
                gate: .cooldown(until: opens, reason: .tooManyRequests, detail: nil))
            let answered = Settlement(
                job: .done, charge: ChargeEnd(id: charge.id, state: .paid), gate: .answered)
            try await queue.store.settle(early, answered, now: queue.now + 1)
            #expect(try await queue.gate().opens == opens)
            #expect(try await queue.gate().reason == "too_many_requests")
            #expect(try await queue.claim(at: opens - 1).isHeld)
            try await queue.take(.first, at: opens)
            #expect(try await queue.claim(.second, at: opens).isHeld)
        }
    }

    @Test func `a cleared halt is probed, too`() async throws {
        try await TestQueue.with { queue in
            for _ in 0..<3 { try await queue.submit() }
            try await queue.run(
                to: .waits(.providerHalted, due: nil, countsAttempt: false), .free,
                gate: .halt(reason: .keyInvalid, detail: nil))
            _ = try await queue.store.clearGate(of: "gemini", now: queue.now)
            try await queue.take(.first)
            #expect(try await queue.claim(.second).isHeld)
        }
    }
}
