import Foundation
@testable import JobQueue
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RecoverTests {
    /// How far a job had come when its worker died, and where it must stand afterwards.
    struct Case: Sendable, CustomTestStringConvertible {
        /// The charge, if one was written.
        var charge: ChargeState?
        var isSpooled = false
        var isCancelRequested = false
        var earlierDeaths = 0
        let state: JobState
        let reason: String
        var attempts = 0
        var charges: [ChargeState] = []

        var testDescription: String {
            let words = [
                charge.map { "charge \($0)" } ?? "before the charge", isSpooled ? "spooled" : nil,
                isCancelRequested ? "cancel requested" : nil,
                earlierDeaths > 0 ? "deaths before: \(earlierDeaths)" : nil,
            ]
            return words.compactMap { $0 }.joined(separator: ", ") + " -> \(state) \(reason)"
        }
    }

    static let cases: [Case] = [
        Case(state: .waiting, reason: "interrupted"),
        Case(earlierDeaths: 1, state: .waiting, reason: "interrupted"),
        Case(earlierDeaths: 30, state: .waiting, reason: "interrupted"),
        Case(isCancelRequested: true, state: .cancelled, reason: "cancelled", attempts: 1),
        Case(
            isCancelRequested: true, earlierDeaths: 1, state: .cancelled, reason: "cancelled",
            attempts: 1),
        Case(
            charge: .started, state: .uncertain, reason: "worker_died", attempts: 1,
            charges: [.unknown]),
        Case(
            charge: .started, isCancelRequested: true, state: .uncertain, reason: "worker_died",
            attempts: 1, charges: [.unknown]),
        Case(
            charge: .started, earlierDeaths: 1, state: .uncertain, reason: "worker_died",
            attempts: 1, charges: [.unknown]),
        Case(
            charge: .started, isSpooled: true, state: .waiting, reason: "answered", attempts: 1,
            charges: [.paid]),
        Case(
            charge: .started, isSpooled: true, isCancelRequested: true, state: .waiting,
            reason: "answered", attempts: 1, charges: [.paid]),
        Case(
            charge: .started, isSpooled: true, earlierDeaths: 1, state: .waiting,
            reason: "answered", attempts: 1, charges: [.paid]),
        Case(
            charge: .unknown, state: .uncertain, reason: "worker_died", attempts: 1,
            charges: [.unknown]),
        Case(
            charge: .unknown, isSpooled: true, state: .waiting, reason: "answered", attempts: 1,
            charges: [.paid]),
        Case(
            charge: .paid, state: .failed, reason: "answer_lost", attempts: 1, charges: [.paid]),
        Case(
            charge: .paid, isSpooled: true, state: .waiting, reason: "answered", attempts: 1,
            charges: [.paid]),
        Case(
            charge: .paid, isSpooled: true, isCancelRequested: true, state: .waiting,
            reason: "answered", attempts: 1, charges: [.paid]),
        Case(charge: .free, state: .waiting, reason: "interrupted", charges: [.free]),
    ]

    @Test(arguments: cases)
    func `a dead worker's job goes where its charge says`(death: Case) async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            for _ in 0..<death.earlierDeaths { try await queue.die() }
            let claim = try await queue.take(.first, at: .distantFuture)
            var spooled: [SpooledAnswer] = []
            if let state = death.charge {
                let charge = try await queue.charge(claim)
                if state != .started {
                    let end = ChargeEnd(id: charge.id, state: state)
                    try await queue.store.settle(
                        claim, Settlement(job: .saving, charge: end), now: queue.now)
                }
                if death.isSpooled { spooled = [SpooledAnswer(job: id, charge: charge.id)] }
            }
            if death.isCancelRequested {
                #expect(try await queue.store.cancel(id, now: queue.now) == .requested)
            }
            let recoveries = try await queue.store.recover(
                from: [.first], spooled: spooled, now: queue.now + 1)
            #expect(
                recoveries == [
                    Recovery(job: id, worker: .first, state: death.state, reason: death.reason)
                ])
            let job = try await queue.job(id)
            #expect(job.state == death.state)
            #expect(job.reason == death.reason)
            #expect(job.attempts == death.attempts)
            #expect(job.owner == nil)
            #expect(try await queue.charges(id) == death.charges)
        }
    }

    @Test func `live workers keep their jobs`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            try await queue.submit()
            let living = try await queue.take(.first)
            try await queue.take(.second)
            #expect(Set(try await queue.store.owners()) == [.first, .second])
            let recoveries = try await queue.store.recover(
                from: [.second], spooled: [], now: queue.now)
            #expect(recoveries.map(\.worker) == [.second])
            #expect(try await queue.job(living.job.id) == living.job)
            #expect(try await queue.store.owners() == [.first])
        }
    }

    @Test func `each death puts a job further behind the others, and no number of them ends it`()
        async throws
    {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            for (number, wait) in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600]
                .enumerated()
            {
                try await queue.die()
                let job = try await queue.job(id)
                #expect(job.waitReason == .interrupted)
                #expect(job.due == queue.now + Double(wait))
                #expect(job.crashes == number + 1)
                #expect(job.attempts == 0)
            }
            #expect(
                try await queue.claim(at: queue.now)
                    == .idle(nextDue: queue.now + 600, nextSetBack: queue.now + 600))
        }
    }

    @Test func `others that are due go before a job whose worker died`() async throws {
        try await TestQueue.with { queue in
            let first = try await queue.submit()
            let second = try await queue.submit()
            try await queue.take(.first)
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            #expect(try await queue.take(.second, at: queue.now + 5).job.id == second)
            #expect(try await queue.take(.second, at: queue.now + 5).job.id == first)
        }
    }

    @Test func `a worker that ended in order and left a job did not die over it`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            for _ in 1...3 {
                try await queue.take(.first, at: .distantFuture)
                _ = try await queue.store.recover(
                    from: [], ended: [.first], spooled: [], now: queue.now)
            }
            let job = try await queue.job(id)
            #expect(job.waitReason == .interrupted)
            #expect(job.crashes == 0)
            #expect(job.due == queue.now + 1)
        }
    }

    @Test(arguments: [FailureReason.answerLost, .resultUnwritable])
    func `a failed job goes on from its answer only at a person's word`(
        reason: FailureReason
    ) async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let id = try await queue.run(to: .failed(reason: reason, detail: nil))
            let charge = try #require(try await queue.store.job(id)?.charges.first)
            let answer = SpooledAnswer(job: id, charge: charge.id)
            _ = try await queue.store.recover(from: [], spooled: [answer], now: queue.now)
            #expect(try await queue.job(id).state == .failed)
            #expect(try await queue.store.adopt([answer], now: queue.now))
            #expect(try await queue.take().answered?.id == charge.id)
            #expect(try await !queue.store.adopt([answer], now: queue.now))
        }
    }

    @Test func `a job that the provider ended is not revived by its answer`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let id = try await queue.run(to: .failed(reason: .unreadableAnswer, detail: nil))
            let charge = try #require(try await queue.store.job(id)?.charges.first)
            let answer = SpooledAnswer(job: id, charge: charge.id)
            #expect(try await !queue.store.adopt([answer], now: queue.now))
            #expect(try await queue.job(id).state == .failed)
        }
    }

    @Test func `a death is recovered once`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            try await queue.take(.first)
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            let again = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            #expect(again == [])
        }
    }

    @Test func `another job's answer proves nothing, even if their charges have one number`()
        async throws
    {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let charge = try await queue.charge(queue.take(.first))
            let other = SpooledAnswer(job: try await queue.submit(), charge: charge.id)
            _ = try await queue.store.recover(
                from: [.first], spooled: [other], now: queue.now)
            #expect(try await queue.job(id).state == .uncertain)
        }
    }

    @Test func `an uncertain job whose answer turns up is saved, and its charge is paid`()
        async throws
    {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let charge = try await queue.charge(queue.take(.first))
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            let paid = SpooledAnswer(job: id, charge: charge.id, cost: 9)
            _ = try await queue.store.recover(from: [], spooled: [paid], now: queue.now)
            #expect(try await queue.job(id).waitReason == .answered)
            let claim = try await queue.take(.second)
            #expect(claim.job.phase == .saving)
            #expect(claim.answered?.cost == 9)
            try queue.expectJournal(["started", "unknown", "paid"])
        }
    }

    @Test func `an answer to a charge that was called free does not bar recovery`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let early = try await queue.charge(queue.take(.first))
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            _ = try await queue.store.resolve(id, as: .notPaid, now: queue.now)
            try await queue.charge(queue.take(.second))
            let spooled = [SpooledAnswer(job: id, charge: early.id)]
            let recoveries = try await queue.store.recover(
                from: [.second], spooled: spooled, now: queue.now)
            #expect(recoveries.map(\.state) == [.uncertain])
            #expect(try await queue.charges(id) == [.free, .unknown])
        }
    }

    @Test func `an answer continues its job though the queue knows the charge by another number`()
        async throws
    {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let charge = try await queue.charge(queue.take())
            let answer = SpooledAnswer(job: id, charge: charge.id + 100)
            _ = try await queue.store.recover(from: [.first], spooled: [answer], now: queue.now)
            #expect(try await queue.job(id).reason == "answered")
            #expect(try await queue.charges(id) == [.paid])
        }
    }

    @Test func `an answer of a charge that is free continues nothing`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let claim = try await queue.take()
            let first = try await queue.charge(claim)
            try await queue.store.settle(
                claim,
                Settlement(
                    job: .waits(.retry, due: queue.now, countsAttempt: false),
                    charge: ChargeEnd(id: first.id, state: .free)),
                now: queue.now)
            try await queue.charge(queue.take())
            let answer = SpooledAnswer(job: id, charge: first.id)
            _ = try await queue.store.recover(from: [.first], spooled: [answer], now: queue.now)
            #expect(try await queue.job(id).state == .uncertain)
            #expect(try await queue.charges(id) == [.free, .unknown])
        }
    }

    @Test func `a charge that has changed since the spool was looked at is left to the next look`()
        async throws
    {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let charge = try await queue.charge(queue.take())
            var payments = OpenPayments()
            for (known, state) in [([:], .running), ([charge.id: .started], .uncertain)]
                as [([Int64: ChargeState], JobState)]
            {
                payments.states = known
                _ = try await queue.store.recover(
                    from: [.first], spooled: [], payments: payments, now: queue.now)
                #expect(try await queue.job(id).state == state)
            }
        }
    }

    @Test func `an answer that came while its worker was taken for dead is not lost`() async throws
    {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            var payments = OpenPayments()
            payments.states = [charge.id: .started]
            let answer = SpooledAnswer(job: id, charge: charge.id)
            _ = try await queue.store.settle(
                claim, Settlement(job: .saving, charge: answer.charge), now: queue.now)
            // The spool was looked at before.
            _ = try await queue.store.recover(
                from: [.first], spooled: [], payments: payments, now: queue.now)
            #expect(try await queue.job(id).state == .running)
            payments.states = [charge.id: .paid]
            _ = try await queue.store.recover(
                from: [.first], spooled: [answer], payments: payments, now: queue.now)
            #expect(try await queue.job(id).reason == WaitReason.answered.rawValue)
        }
    }
}
