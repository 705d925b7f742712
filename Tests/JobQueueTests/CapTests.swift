import Foundation
import JobQueue
import Testing

@testable import Companion

@Suite(.timeLimit(.minutes(10)))
struct CapTests {
    @Test func `every charge that is not free takes a place`() async throws {
        try await TestQueue.with { queue in
            let cap = DailyCap(charges: 3, timeZone: TestQueue.utc)
            for _ in 0..<4 { try await queue.submit() }
            try await queue.run(to: .done, .paid)
            try await queue.run(to: .uncertain(reason: .deadline, detail: nil), .unknown)
            try await queue.run(to: .failed(reason: .invalidRequest, detail: nil), .free)
            try await queue.submit()
            try await queue.charge(queue.take(cap: cap), cap: cap)
            #expect(
                try await queue.claim(cap: cap) == .idle(nextDue: cap.nextDay(after: queue.now)))
        }
    }

    @Test func `a capped job waits for the next day, and the reason says so`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            try await queue.run(to: .done)
            let id = try await queue.submit()
            _ = try await queue.claim(cap: .one)
            let midnight = Date(timeIntervalSince1970: 1_795_305_600)
            #expect(try await queue.job(id).waitReason == .dailyCap)
            #expect(try await queue.job(id).due == midnight)
            #expect(try await queue.claim(cap: .one, at: midnight - 0.001).claim == nil)
            #expect(try await queue.take(cap: .one, at: midnight).job.id == id)
        }
    }

    @Test func `the day is that of the cap's zone`() async throws {
        try await TestQueue.with { queue in
            let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
            let cap = DailyCap(charges: 1, timeZone: tokyo)
            let midnight = Date(timeIntervalSince1970: 1_795_273_200)
            try await queue.submit()
            try await queue.submit()
            try await queue.charge(
                queue.take(cap: cap, at: midnight - 1), cap: cap, at: midnight - 1)
            #expect(try await queue.claim(cap: cap, at: midnight - 1) == .idle(nextDue: midnight))
            try await queue.charge(queue.take(cap: cap, at: midnight), cap: cap, at: midnight)
        }
    }

    @Test func `a person at the cap is passed over, with all jobs in one go`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit(.anna)
            try await queue.run(to: .done)
            var annas: [JobID] = []
            for _ in 0..<50 { annas.append(try await queue.submit(.anna, priority: 9)) }
            let berts = try await queue.submit(.bert)
            let soon = queue.now + 1
            let namesakes = try await queue.submit(.annaOfApp, notBefore: soon)
            #expect(try await queue.take(cap: .one).job.id == berts)
            for id in annas {
                #expect(try await queue.job(id).waitReason == .dailyCap)
            }
            #expect(try await queue.take(cap: .one, at: soon).job.id == namesakes)
        }
    }

    @Test func `a job of a capped person for a later day keeps its time`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            try await queue.run(to: .done)
            let later = queue.now + 10 * 86_400
            let id = try await queue.submit(notBefore: later)
            try await queue.submit()
            _ = try await queue.claim(cap: .one)
            #expect(try await queue.job(id).due == later)
            #expect(try await queue.job(id).waitReason == .scheduled)
        }
    }

    @Test func `the charge finds the last place taken`() async throws {
        try await TestQueue.with { queue in
            let early = try await queue.submit()
            try await queue.submit()
            let first = try await queue.take(.first, cap: .one)
            let second = try await queue.take(.second, cap: .one)
            try await queue.charge(second, cap: .one)
            let midnight = DailyCap.one.nextDay(after: queue.now)
            #expect(
                try await queue.startCharge(first, cap: .one) == .capReached(until: midnight))
            let job = try await queue.job(early)
            #expect(job.waitReason == .dailyCap)
            #expect(job.due == midnight)
            #expect(job.attempts == 0)
            #expect(try await queue.charges(early) == [])
        }
    }

    @Test func `a place that turns out free lets the person's jobs go on`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit(.anna)
            let claim = try await queue.take(cap: .one)
            let charge = try await queue.charge(claim, cap: .one)
            let capped = try await queue.submit(.anna)
            #expect(try await queue.claim(cap: .one).claim == nil)
            let free = Settlement(
                job: .failed(reason: .invalidRequest, detail: nil),
                charge: ChargeEnd(id: charge.id, state: .free))
            try await queue.store.settle(claim, free, now: queue.now + 1)
            #expect(try await queue.take(cap: .one, at: queue.now + 1).job.id == capped)
        }
    }

    @Test(arguments: [
        DailyCap(charges: 2, timeZone: TestQueue.utc),
        DailyCap(charges: 1, timeZone: TimeZone(secondsFromGMT: 14 * 3600) ?? .gmt),
    ])
    func `with another cap than before, capped jobs are judged anew`(
        other: DailyCap
    ) async throws {
        try await TestQueue.with { queue in
            try await queue.store.setLimits(.one, now: queue.now)
            try await queue.submit()
            try await queue.run(to: .done, at: queue.now)
            let id = try await queue.submit()
            let later = queue.now + 3600
            _ = try await queue.claim(cap: .one, at: later)
            try await queue.store.setLimits(.one, now: later)
            #expect(try await queue.job(id).due == DailyCap.one.nextDay(after: later))
            try await queue.store.setLimits(other, now: later)
            #expect(try await queue.job(id).due == later)
            #expect(try await queue.take(cap: other, at: later).job.id == id)
        }
    }

    @Test func `at the cap, the jobs of the same id in another space go on`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit(.anna)
            try await queue.charge(queue.take(cap: .one))
            let capped = try await queue.submit(.anna)
            let others = try await [queue.submit(.annaOfApp), queue.submit(.bert)]
            for other in others { #expect(try await queue.take().job.id == other) }
            #expect(try await queue.job(capped).waitReason == .dailyCap)
            for other in others { #expect(try await queue.job(other).state == .running) }
            #expect(try await queue.store.waiting() == [.dailyCap: 1])
        }
    }

    @Test func `a cap of nothing lets nobody through`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let none = DailyCap(charges: 0, timeZone: TestQueue.utc)
            #expect(
                try await queue.claim(cap: none) == .idle(nextDue: none.nextDay(after: queue.now)))
        }
    }
}
