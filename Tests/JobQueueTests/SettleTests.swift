import Foundation
import Testing

@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct SettleTests {
    /// An end of an attempt, and what the job must show of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let end: JobEnd
        let state: JobState
        let reason: String
        var detail: String?
        var attempts = 1
        var testDescription: String { "\(state) \(reason)" }
    }

    static let cases: [Case] = [
        Case(end: .done, state: .succeeded, reason: "succeeded"),
        Case(end: .rejected(reason: "no_face"), state: .rejected, reason: "no_face"),
        Case(
            end: .failed(reason: .noImage, detail: "text"), state: .failed, reason: "no_image",
            detail: "text"),
        Case(end: .cancelled, state: .cancelled, reason: "cancelled"),
        Case(
            end: .uncertain(reason: .deadline, detail: "60 s"), state: .uncertain,
            reason: "deadline", detail: "60 s"),
        Case(
            end: .waits(
                .retry, due: TestQueue.now + 20, countsAttempt: true, detail: "503"),
            state: .waiting, reason: "retry", detail: "503"),
        Case(end: .waitsForGate, state: .waiting, reason: "cooldown", attempts: 0),
    ]

    @Test(arguments: cases)
    func `an attempt ends in every state`(end: Case) async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let claim = try await queue.take()
            let written = try await queue.store.settle(
                claim, Settlement(job: end.end), now: queue.now + 5)
            #expect(written == end.end)
            let job = try await queue.job(claim.job.id)
            #expect(job.state == end.state)
            #expect(job.reason == end.reason)
            #expect(job.detail == end.detail)
            #expect(job.attempts == end.attempts)
            #expect(job.ended == (end.state.hasEnded ? queue.now + 5 : nil))
            let result = end.state == .succeeded ? SavedResult.sample : nil
            #expect(job.result == result?.name(of: job.id))
            #expect(job.resultDigest == result?.digest)
            #expect(job.phase == nil)
            #expect(job.owner == nil)
        }
    }

    @Test func `an attempt counts until the gate closes, and not in the outage that closed it`()
        async throws
    {
        try await TestQueue.with { queue in
            for _ in 0..<2 { try await queue.submit() }
            var moment = queue.now
            var ends: [JobEnd?] = []
            for _ in 0..<5 {
                let claim = try await queue.take(at: moment)
                let charge = try await queue.charge(claim, at: moment)
                let settlement = Settlement(
                    job: .waits(.retry, due: moment, countsAttempt: true),
                    inOutage: .waits(.retry, due: moment, countsAttempt: false),
                    charge: ChargeEnd(id: charge.id, state: .free),
                    gate: .serverError(detail: nil))
                ends.append(try await queue.store.settle(claim, settlement, now: moment))
                moment = max(moment, try await queue.gate().opens)
            }
            let counted = ends.map { end in
                guard case .waits(_, _, let countsAttempt, _) = end else { return false }
                return countsAttempt
            }
            #expect(counted == [true, true, false, false, false])
            let jobs = try await queue.store.jobs(JobFilter())
            #expect(jobs.reduce(0) { $0 + $1.attempts } == 2)
        }
    }

    @Test func `what strangers wrote is cleaned and cut before a row has it`() async throws {
        try await TestQueue.with { queue in
            var order = NewJob.some(.anna)
            order.input?.name = "\u{1B}[2J\n.jpg"
            _ = try await queue.store.submit([order], now: queue.now)
            let words = "a\nb\u{1B}c" + String(repeating: "x", count: 3000)
            try await queue.run(
                to: .failed(reason: .noImage, detail: words), .free,
                gate: .halt(reason: .keyInvalid, detail: words))
            let job = try await queue.job(queue.newest())
            #expect(job.inputName == "\u{FFFD}[2J .jpg")
            let kept = "a b\u{FFFD}c" + String(repeating: "x", count: 1995) + "…"
            #expect(job.detail == kept)
            #expect(try await queue.store.gates().first?.detail == kept)
        }
    }

    @Test func `a job that waits for a retry is due then, and one that the gate holds at once`()
        async throws
    {
        try await TestQueue.with { queue in
            let retry = try await queue.submit()
            let later = queue.now + 20
            try await queue.run(to: .waits(.retry, due: later, countsAttempt: true), .free)
            #expect(try await queue.job(retry).due == later)
            let held = try await queue.submit()
            try await queue.run(to: .waitsForGate, .free)
            #expect(try await queue.job(held).due == queue.now)
        }
    }

    @Test func `a job in saving stays with its worker`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            try await queue.run(to: .saving)
            let job = try await queue.job(id)
            #expect(job.state == .running)
            #expect(job.phase == .saving)
            #expect(job.owner == .first)
            #expect(try await queue.charges(id) == [.paid])
        }
    }

    @Test
    func `a job whose decoder was ended from outside waits behind the others, further each time`()
        async throws
    {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            for (deaths, wait) in [1, 2, 4].enumerated() {
                let claim = try await queue.take(at: queue.now + 60)
                let end = JobEnd.setBack(detail: "killed")
                try await queue.store.settle(claim, Settlement(job: end), now: queue.now)
                let job = try await queue.job(id)
                #expect(job.waitReason == .interrupted)
                #expect(job.detail == "killed")
                #expect(job.due == queue.now + Double(wait))
                #expect(job.crashes == deaths + 1)
                #expect(job.attempts == 0)
            }
        }
    }

    @Test
    func `a job over which the machine failed waits behind those that are due, however often`()
        async throws
    {
        try await TestQueue.with { queue in
            let first = try await queue.submit()
            let second = try await queue.submit()
            for number in 0..<3 {
                let moment = queue.now + 60 * Double(number)
                let claim = try await queue.take(at: moment)
                #expect(claim.job.id == first)
                let end = try await queue.store.release(claim, now: moment)
                #expect(end == .waits(.interrupted, due: moment + 1, countsAttempt: false))
                let other = try await queue.take(at: moment + 1)
                #expect(other.job.id == second)
                _ = try await queue.store.release(other, now: moment + 1)
            }
            for id in [first, second] {
                let job = try await queue.job(id)
                #expect(job.waitReason == .interrupted)
                #expect(job.crashes == 0)
                #expect(job.attempts == 0)
            }
        }
    }

    @Test func `a job that is charged is not released, and one that is to be cancelled ends`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.submit()
            let charged = try await queue.take()
            try await queue.charge(charged)
            #expect(try await queue.store.release(charged, now: queue.now) == nil)
            #expect(try await queue.job(charged.job.id).state == .running)
            let id = try await queue.submit()
            let claim = try await queue.take()
            _ = try await queue.store.cancel(id, now: queue.now)
            #expect(try await queue.store.release(claim, now: queue.now) == .cancelled)
            #expect(try await queue.store.release(claim, now: queue.now) == nil)
        }
    }

    @Test func `what was seen in the photo is kept with the job`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let claim = try await queue.take()
            let isValid = try await queue.store.record(
                facts: #"{"width":512}"#, findings: "[]", for: claim)
            #expect(isValid)
            #expect(try await queue.job(id).facts == #"{"width":512}"#)
            #expect(try await queue.job(id).findings == "[]")
        }
    }

    @Test func `cost and receipt are kept with a paid charge`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            let end = ChargeEnd(id: charge.id, state: .paid, cost: 41_000, receipt: "{}")
            try await queue.store.settle(
                claim, Settlement(job: .done, charge: end), now: queue.now + 9)
            let settled = try #require(await queue.store.job(id)?.charges.first)
            #expect(settled.state == .paid)
            #expect(settled.cost == 41_000)
            #expect(settled.receipt == "{}")
            #expect(settled.settled == queue.now + 9)
        }
    }

    @Test(arguments: [
        (ChargeState.started, ChargeState.paid, ChargeState.paid), (.started, .free, .free),
        (.started, .unknown, .unknown), (.unknown, .paid, .paid), (.unknown, .free, .free),
        (.free, .paid, .free), (.free, .unknown, .free), (.paid, .free, .paid),
        (.paid, .unknown, .paid),
    ])
    func `what is known of money stays known`(
        before: ChargeState, said: ChargeState, after: ChargeState
    ) async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            for state in [before, said] where state != .started {
                let end = ChargeEnd(id: charge.id, state: state)
                try await queue.store.settle(
                    claim, Settlement(job: .saving, charge: end), now: queue.now)
            }
            #expect(try await queue.charges(id) == [after])
        }
    }

    @Test func `a job that a person wants to stop does not wait for another attempt`()
        async throws
    {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            _ = try await queue.store.cancel(id, now: queue.now)
            let free = Settlement(
                job: .waitsForGate, charge: ChargeEnd(id: charge.id, state: .free))
            try await queue.store.settle(claim, free, now: queue.now + 1)
            let job = try await queue.job(id)
            #expect(job.state == .cancelled)
            #expect(job.reason == "cancelled")
            #expect(job.ended == queue.now + 1)
        }
    }

    @Test func `an outcome is never written to another job's charge`() async throws {
        try await TestQueue.with { queue in
            for _ in 0..<2 { try await queue.submit() }
            let (mine, others) = (try await queue.take(), try await queue.take(.second))
            let charge = try await queue.charge(others)
            // As if a server that was replaced had given the number twice.
            let end = ChargeEnd(id: charge.id, state: .free)
            try await queue.store.settle(
                mine, Settlement(job: .waitsForGate, charge: end), now: queue.now)
            #expect(try await queue.charges(others.job.id) == [.started])
        }
    }

    @Test func `a job that was taken for uncertain waits again when its charge turns out free`()
        async throws
    {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            #expect(try await queue.job(id).state == .uncertain)
            let end = ChargeEnd(id: charge.id, state: .free)
            let settled = try await queue.store.settle(
                claim, Settlement(job: .waitsForGate, charge: end), now: queue.now)
            #expect(settled == nil)
            #expect(try await queue.job(id).state == .waiting)
            #expect(try await queue.take().job.id == id)
        }
    }
}
