import Foundation
import JobQueue
import Testing

@Suite(.timeLimit(.minutes(10)))
struct GateTests {
    /// Lets one job meet an answer that means something for the gate.
    private func answer(
        _ queue: TestQueue, _ change: GateChange, at moment: Date = TestQueue.now
    ) async throws {
        try await queue.submit(at: moment)
        let end = JobEnd.failed(reason: .invalidRequest, detail: nil)
        try await queue.run(to: end, .free, gate: change, at: moment)
    }

    private func cooldown(_ seconds: Double, _ reason: GateReason = .tooManyRequests) -> GateChange
    {
        .cooldown(until: TestQueue.now + seconds, reason: reason, detail: "slow down")
    }

    @Test func `a cooldown holds every job until its end`() async throws {
        try await TestQueue.with { queue in
            try await answer(queue, cooldown(300))
            try await queue.submit()
            let gate = try await queue.gate()
            let opens = queue.now + 300
            #expect(gate.opens == opens)
            #expect(gate.reason == "too_many_requests")
            #expect(gate.detail == "slow down")
            #expect(gate.changed == queue.now)
            #expect(try await queue.claim() == .held(by: gate, until: opens))
            #expect(try await queue.claim(at: opens - 0.001).isHeld)
            try await queue.take(at: opens)
        }
    }

    @Test(arguments: [[300.0, 600], [600, 300], [600, 600]])
    func `of two cooldowns the longer one counts`(seconds: [Double]) async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            try await queue.submit()
            let claims = [try await queue.take(.first), try await queue.take(.second)]
            var charges: [Charge] = []
            for claim in claims { charges.append(try await queue.charge(claim)) }
            for (index, claim) in claims.enumerated() {
                let settlement = Settlement(
                    job: .waitsForGate,
                    charge: ChargeEnd(id: charges[index].id, state: .free),
                    gate: cooldown(
                        seconds[index], seconds[index] == 600 ? .quotaPerDay : .quotaPerMinute))
                try await queue.store.settle(claim, settlement, now: queue.now)
            }
            #expect(try await queue.gate().opens == queue.now + 600)
            #expect(try await queue.gate().reason == "quota_per_day")
        }
    }

    @Test func `a halt holds every job until a person clears it`() async throws {
        try await TestQueue.with { queue in
            try await answer(queue, .halt(reason: .keyInvalid, detail: "set the key"))
            try await queue.submit()
            let years = queue.now + 1e8
            let gate = try await queue.gate()
            #expect(gate.isHalted)
            #expect(try await queue.claim(at: years) == .held(by: gate, until: nil))
            #expect(try await queue.store.clearGate(of: "gemini", now: years))
            try await queue.take(at: years)
        }
    }

    @Test func `a halt outlasts a cooldown and keeps its reason`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            let halt = GateReason.quotaIsZero
            try await answer(queue, .halt(reason: halt, detail: nil))
            let settlement = Settlement(
                job: .waitsForGate, charge: ChargeEnd(id: charge.id, state: .free),
                gate: cooldown(300))
            try await queue.store.settle(claim, settlement, now: queue.now)
            #expect(try await queue.gate().isHalted)
            #expect(try await queue.gate().reason == halt.rawValue)
            #expect(try await queue.claim(at: queue.now + 301).isHeld)
        }
    }

    @Test func `an open gate has nothing to clear`() async throws {
        try await TestQueue.with { queue in
            #expect(try await !queue.store.clearGate(of: "gemini", now: queue.now))
            try await answer(queue, cooldown(300))
            #expect(try await queue.store.clearGate(of: "gemini", now: queue.now))
            #expect(try await !queue.store.clearGate(of: "gemini", now: queue.now))
        }
    }

    @Test func `a gate is one provider's`() async throws {
        try await TestQueue.with { queue in
            try await answer(queue, cooldown(300))
            try await queue.submit()
            let other = try await queue.submit(provider: "other")
            #expect(try await queue.claim().isHeld)
            #expect(
                try await queue.claim(providers: [PaidProvider(name: "other")]).claim?.job.id
                    == other)
        }
    }

    @Test func `a gate is shared by all stores and kept over reopening`() async throws {
        try await TestQueue.with { queue in
            let other = try queue.another().store
            try await answer(queue, cooldown(300))
            let gate = try await queue.gate()
            #expect(try await other.gates() == [gate])
            try other.close()
            let later = try queue.another().store
            #expect(try await later.gates() == [gate])
            try later.close()
        }
    }

    @Test(arguments: [(0, 0.0), (1, 0), (2, 0), (3, 30), (4, 60), (5, 120), (6, 240), (7, 300)])
    func `server errors in a row close the gate from the third on, longer each time`(
        errors: Int, rest: Double
    ) async throws {
        try await TestQueue.with { queue in
            for _ in 0..<errors {
                try await queue.submit()
            }
            var moment = queue.now
            for _ in 0..<errors {
                let opens = try await queue.store.gates().first?.opens ?? moment
                moment = max(moment, opens)
                try await queue.run(
                    to: .failed(reason: .serverError, detail: nil), .free,
                    gate: .serverError(detail: "503"), at: moment)
            }
            let opens = try await queue.store.gates().first?.opens ?? moment
            #expect(max(0, opens.timeIntervalSince(moment)) == rest)
        }
    }

    @Test func `an answer ends the row of server errors`() async throws {
        try await TestQueue.with { queue in
            for _ in 0..<2 { try await answer(queue, .serverError(detail: nil)) }
            try await answer(queue, .answered)
            #expect(try await queue.gate().failures == 0)
            for _ in 0..<2 { try await answer(queue, .serverError(detail: nil)) }
            try await queue.submit()
            try await queue.take()
        }
    }

    @Test(arguments: [(1, 5.0), (2, 10), (3, 20), (7, 300), (20, 300)])
    func `an unreachable provider is tried ever more rarely, at least every five minutes`(
        failures: Int, rest: Double
    ) async throws {
        try await TestQueue.with { queue in
            var moment = queue.now
            for _ in 0..<failures {
                let opens = try await queue.store.gates().first?.opens ?? moment
                moment = max(moment, opens)
                try await answer(queue, .unreachable(detail: nil), at: moment)
            }
            #expect(try await queue.gate().opens == moment + rest)
            #expect(try await queue.gate().reason == "unreachable")
        }
    }

    @Test func `an answer of a provider that is well writes no gate`() async throws {
        try await TestQueue.with { queue in
            try await answer(queue, .answered)
            #expect(try await queue.store.gates() == [])
        }
    }
}
