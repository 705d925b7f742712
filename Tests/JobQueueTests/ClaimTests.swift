import Foundation
import JobQueue
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ClaimTests {
    @Test func `an empty queue is idle`() async throws {
        try await TestQueue.with { queue in
            let result = try await queue.claim()
            #expect(result == .idle(nextDue: nil))
        }
    }

    @Test func `a claimed job is its worker's, in preparing`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let claim = try await queue.take(.second, at: queue.now + 1)
            #expect(claim.job.id == id)
            #expect(claim.answered == nil)
            #expect(claim.job.state == .running)
            #expect(claim.job.phase == .preparing)
            #expect(claim.job.owner == .second)
            #expect(claim.job.started == queue.now + 1)
            #expect(claim.job.attempts == 1)
            #expect(try await queue.job(id) == claim.job)
        }
    }

    @Test func `a claimed job is not claimed again`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            try await queue.take()
            #expect(try await queue.claim(.second) == .idle(nextDue: nil))
        }
    }

    @Test func `jobs are taken by priority, then by due time, then by arrival`() async throws {
        try await TestQueue.with { queue in
            let now = queue.now
            let third = try await queue.submit()
            let fourth = try await queue.submit()
            let last = try await queue.submit(priority: -100, at: now - 60)
            let second = try await queue.submit(at: now - 60)
            let first = try await queue.submit(priority: 100)
            var taken: [JobID] = []
            while let claim = try await queue.claim().claim { taken.append(claim.job.id) }
            #expect(taken == [first, second, third, fourth, last])
        }
    }

    @Test func `a job is not taken before its time, whatever its priority`() async throws {
        try await TestQueue.with { queue in
            let later = queue.now + 60
            let urgent = try await queue.submit(priority: 100, notBefore: later)
            let ordinary = try await queue.submit()
            #expect(try await queue.take().job.id == ordinary)
            #expect(try await queue.claim() == .idle(nextDue: later))
            #expect(try await queue.claim(at: later - 0.001) == .idle(nextDue: later))
            #expect(try await queue.take(at: later).job.id == urgent)
        }
    }

    @Test func `an idle worker is told the earliest due time of all priorities`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit(priority: 5, notBefore: queue.now + 60)
            try await queue.submit(priority: -5, notBefore: queue.now + 30)
            #expect(try await queue.claim() == .idle(nextDue: queue.now + 30))
        }
    }

    @Test func `a worker gets no job of a provider that it cannot have asked`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit(priority: 9)
            let free = try await queue.submit(notBefore: queue.now + 60, provider: "local")
            #expect(
                try await queue.claim(providers: [], freeProvider: "local")
                    == .idle(nextDue: queue.now + 60))
            let claim = try await queue.claim(
                providers: [], freeProvider: "local", at: queue.now + 60
            ).claim
            #expect(claim?.job.id == free)
            #expect(claim?.job.provider == "local")
            await #expect(throws: JobQueueError.self) {
                try await queue.startCharge(try #require(claim))
            }
        }
    }

    @Test func `a free job goes past the gate, the cap and the budget`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            try await queue.charge(queue.take(cap: .one), cap: .one)
            let paid = try await queue.submit()
            let free = try await queue.submit(provider: "local")
            _ = try await queue.claim(cap: .one)
            #expect(try await queue.job(paid).waitReason == .dailyCap)
            #expect(try await queue.job(free).waitReason == .new)
            let claim = try await queue.claim(freeProvider: "local", cap: .one).claim
            #expect(claim?.job.id == free)
            let end = JobEnd.succeeded(outcome: #"{"findings":[]}"#, result: SavedResult.sample)
            let written = try await queue.store.settle(
                try #require(claim), Settlement(job: end), now: queue.now)
            #expect(written == end)
            #expect(try await queue.job(free).outcome == #"{"findings":[]}"#)
            #expect(try await queue.charges(free).isEmpty)
        }
    }

    @Test func `jobs that a worker does not understand wait unchanged, and keep it from no other`()
        async throws
    {
        try await TestQueue.with { queue in
            let newer = #"{"from":"a newer program"}"#
            var strange = [try await queue.submit(payload: newer)]
            let charge = try await queue.charge(queue.take(.second))
            let paid = SpooledAnswer(job: strange[0], charge: charge.id)
            _ = try await queue.store.recover(from: [.second], spooled: [paid], now: queue.now)
            for _ in 0..<2 { strange.append(try await queue.submit(payload: newer)) }
            let own = try await queue.submit()
            let before = try await queue.store.jobs(JobFilter(), limit: .max)
            var leftOut: Set<JobID> = []
            var taken: [JobID] = []
            var result: ClaimResult?
            while result != .idle(nextDue: nil) {
                result = try await queue.store.claim(
                    for: .first, token: UUID().uuidString, providers: [.gemini],
                    leavingOut: leftOut, understands: { $0.payload != newer }, now: queue.now)
                switch result {
                case .notUnderstood(let jobs):
                    #expect(leftOut.isDisjoint(with: jobs))
                    leftOut.formUnion(jobs)
                case .claimed(let claim): taken.append(claim.job.id)
                case .idle, .held, .crowded, nil: break
                }
            }
            #expect(taken == [own])
            #expect(leftOut == Set(strange))
            for job in before where job.id != own {
                #expect(try await queue.job(job.id) == job)
            }
            // A newer worker gets them.
            #expect(try await queue.take().job.id == strange[0])
            #expect(try await queue.take().job.id == strange[1])
        }
    }

    @Test func `an answered job is taken first, past the gate and the cap`() async throws {
        try await TestQueue.with { queue in
            let answered = try await queue.submit()
            let charge = try await queue.charge(queue.take(.first, cap: .one), cap: .one)
            try await queue.submit(priority: 100)
            let paid = SpooledAnswer(job: answered, charge: charge.id, cost: 5)
            _ = try await queue.store.recover(from: [.first], spooled: [paid], now: queue.now)
            let halted = try await queue.take(.second)
            #expect(halted.job.id == answered)
            #expect(halted.job.phase == .saving)
            #expect(halted.job.attempts == 1)
            #expect(halted.answered?.id == charge.id)
            #expect(halted.answered?.state == .paid)
            #expect(halted.answered?.cost == 5)
        }
    }

    @Test func `an answered job is taken through a halted gate`() async throws {
        try await TestQueue.with { queue in
            let answered = try await queue.submit()
            try await queue.submit(priority: 100)
            let refused = try await queue.take(.second)
            #expect(refused.job.id != answered)
            let refusedCharge = try await queue.charge(refused)
            let charge = try await queue.charge(queue.take(.first))
            let halt = Settlement(
                job: .waits(.providerHalted, due: nil, countsAttempt: false),
                charge: ChargeEnd(id: refusedCharge.id, state: .free),
                gate: .halt(reason: .keyInvalid, detail: nil))
            try await queue.store.settle(refused, halt, now: queue.now)
            let paid = SpooledAnswer(job: answered, charge: charge.id)
            _ = try await queue.store.recover(from: [.first], spooled: [paid], now: queue.now)
            #expect(try await queue.take(.second).job.id == answered)
            #expect(try await queue.claim().isHeld)
        }
    }
}
