import Foundation
import TestSupport
import Testing

@testable import JobQueue

/// Claims beside a long transaction, which makes a server keep what was claimed before.
@Suite(.timeLimit(.minutes(10)), .needsPostgres)
struct LookoutTests {
    @Test func `whatever is submitted meanwhile is claimed at once, in the order of its turn`()
        async throws
    {
        try await TestQueue.onServer { queue in
            await queue.store.keepLookout(from: queue.now)
            #expect(try await queue.claim().claim == nil)
            let soon = queue.now + 1
            let others = [
                // Of a machine whose clock is an hour behind.
                try await queue.submit(at: queue.now - 3600),
                try await queue.submit(),
                try await queue.submit(priority: 5),
                try await queue.submit(priority: -5),
            ]
            let ofApp = try await queue.submit(.annaOfApp)
            var order: [JobID] = []
            var served: [String: Space] = [:]
            while let claim = try await queue.claim(lastServed: served, at: soon).claim {
                served["gemini"] = claim.job.person.space
                order.append(claim.job.id)
            }
            #expect(order == [ofApp, others[2], others[0], others[1], others[3]])
        }
    }

    @Test func `a job that is due later, or was put back, is claimed when it is due`() async throws
    {
        try await TestQueue.onServer { queue in
            let first = try await queue.submit()
            let second = try await queue.submit()
            await queue.store.keepLookout(from: queue.now)
            let due = queue.now + 20
            let later = try await queue.submit(notBefore: due)
            #expect(
                try await queue.run(to: .waits(.retry, due: due + 10, countsAttempt: true), .free)
                    == first)
            #expect(try await queue.take().job.id == second)
            #expect(try await queue.claim(at: queue.now + 1) == .idle(nextDue: due))
            #expect(try await queue.take(at: due).job.id == later)
            #expect(try await queue.take(at: due + 10).job.id == first)
        }
    }

    @Test func `a job that another worker gives up is claimed, and so are those behind it`()
        async throws
    {
        try await TestQueue.onServer { queue in
            for _ in 0..<2 { try await queue.submit() }
            await queue.store.keepLookout(from: queue.now)
            let claim = try await queue.take()
            try await queue.store.release(claim, now: queue.now)
            var found: Set<JobID> = []
            for _ in 0..<2 { found.insert(try await queue.take(at: queue.now + 30).job.id) }
            #expect(found.count == 2)
            #expect(found.contains(claim.job.id))
        }
    }

    @Test func `a job that comes back with its old place is found within a minute`() async throws {
        try await TestQueue.onServer { queue in
            let old = try await queue.submit(at: queue.now - 3600)
            try await queue.run(to: .uncertain(reason: .deadline, detail: nil), .unknown)
            try await queue.submit()
            await queue.store.keepLookout(from: queue.now)
            try await queue.take()
            _ = try await queue.store.resolve([(old, .notPaid)], now: queue.now)
            let next = queue.now + 60
            #expect(try await queue.claim(at: queue.now + 1) == .idle(nextDue: next))
            #expect(try await queue.take(at: next).job.id == old)
        }
    }

    @Test func `without a long transaction there is none`() async throws {
        try await TestQueue.onServer { queue in
            await queue.store.keepLookout(from: queue.now)
            try await queue.store.noteLongTransaction(now: queue.now)
            #expect(await queue.store.lookout == nil)
        }
    }

    @Test func `a job that comes to an empty queue before a look at another provider is claimed`()
        async throws
    {
        try await TestQueue.onServer { queue in
            await queue.store.keepLookout(from: queue.now)
            #expect(try await queue.claim().claim == nil)
            let id = try await queue.submit()
            #expect(
                try await queue.claim(providers: [], freeProvider: "local", at: queue.now + 1).claim
                    == nil)
            #expect(try await queue.take(at: queue.now + 1).job.id == id)
        }
    }

    @Test(
        "Beside a long transaction a claim takes the job that it takes without one",
        arguments: 1...8)
    func sameOrder(seed: UInt64) async throws {
        var draw = SplitMix64(state: seed)
        try await TestQueue.onServer { queue in
            await queue.store.keepLookout(from: queue.now)
            var (moment, claimed) = (queue.now, 0)
            let spaces: [Space?] = [.commandLine, Space("app"), Space("shop")]
            for _ in 0..<150 {
                moment += Double.random(in: 0...0.4, using: &draw)
                let start = moment
                switch Int.random(in: 0..<5, using: &draw) {
                case 0...1:
                    let delay = Double.random(in: -5...5, using: &draw)
                    let space = spaces.randomElement(using: &draw) ?? .commandLine
                    try await queue.submit(
                        .known("anna", in: space), priority: .random(in: 0...2, using: &draw),
                        notBefore: Bool.random(using: &draw) ? start + delay : nil, at: start)
                default:
                    let last = [TestQueue.draft.provider: spaces.randomElement(using: &draw)]
                        .compactMapValues { $0 ?? nil }
                    let expected = try await queue.store.next(after: last, now: start)
                    let claim = try await queue.claim(lastServed: last, at: start).claim
                    #expect(claim?.job.id.rawValue == expected)
                    guard let claim else { continue }
                    claimed += 1
                    let isPutBack = Bool.random(using: &draw)
                    let end: JobEnd =
                        isPutBack
                        ? .waits(.retry, due: start + 1, countsAttempt: false) : .cancelled
                    try await queue.store.settle(claim, Settlement(job: end), now: start)
                }
            }
            #expect(claimed > 20)
        }
    }

    @Test func `a claim learns of thousands of new jobs at once`() async throws {
        try await TestQueue.onServer { queue in
            await queue.store.keepLookout(from: queue.now)
            #expect(try await queue.claim().claim == nil)
            let many = (0..<2500).map { _ in NewJob.some(provider: "openai") }
            _ = try await queue.store.submit(many, now: queue.now)
            let last = try await queue.submit()
            #expect(try await queue.take().job.id == last)
        }
    }
}

extension JobStore {
    func keepLookout(from moment: Date) { lookout = Lookout(ends: moment) }

    /// The job that a claim takes when it looks at all of them.
    fileprivate func next(after last: [String: Space], now: Date) throws -> Int64? {
        let provider = TestQueue.draft.provider
        let space = last[provider] ?? .commandLine
        return try write(isNews: false) { tx in
            try tx.value(
                tx.dialect.claim,
                [provider, space.rawValue, now.milliseconds, "2026-11-21", "[]"]
                    + Lookout.argument(nil, of: provider, after: space, tx))
        }
    }
}
