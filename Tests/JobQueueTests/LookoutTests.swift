import Foundation
import Testing

@testable import JobQueue

/// Claims beside a long transaction, which makes a server keep what was claimed before.
@Suite(.timeLimit(.minutes(10)))
struct LookoutTests {
    @Test func `a claim begins where waiting jobs begin, and finds what came back a little later`()
        async throws
    {
        try await TestQueue.with { queue in
            for _ in 0..<2 { try await queue.submit() }
            await queue.store.keepLookout(from: queue.now)
            try await queue.take()
            let earlier = try await queue.submit(at: queue.now - 3600)
            try await queue.take(at: queue.now + 1)
            #expect(try await queue.claim(at: queue.now + 2).claim == nil)
            #expect(try await queue.take(at: queue.now + 6).job.id == earlier)
        }
    }

    @Test func `a job that is submitted meanwhile is claimed at once`() async throws {
        try await TestQueue.with { queue in
            await queue.store.keepLookout(from: queue.now)
            #expect(try await queue.claim().claim == nil)
            let late = try await queue.submit(.annaOfApp, priority: 5, at: queue.now - 1)
            #expect(try await queue.take(at: queue.now + 1).job.id == late)
        }
    }

    @Test func `a claim that finds nothing says when it looks at the beginning again`() async throws
    {
        try await TestQueue.with { queue in
            await queue.store.keepLookout(from: queue.now)
            // Then it has just looked there.
            #expect(try await queue.claim() == .idle(nextDue: nil))
            #expect(try await queue.claim(at: queue.now + 1) == .idle(nextDue: queue.now + 5))
            let earlier = try await queue.submit(at: queue.now - 3600)
            #expect(try await queue.claim(at: queue.now + 1) == .idle(nextDue: queue.now + 5))
            #expect(try await queue.take(at: queue.now + 5).job.id == earlier)
            #expect(try await queue.claim(at: queue.now + 10) == .idle(nextDue: nil))
        }
    }

    @Test func `without a long transaction there is none`() async throws {
        try await TestQueue.with { queue in
            await queue.store.keepLookout(from: queue.now)
            try await queue.store.noteLongTransaction(now: queue.now)
            let hasOne = await queue.store.lookout != nil
            #expect(hasOne == (queue.place == nil))
        }
    }
}

extension JobStore {
    func keepLookout(from moment: Date) { lookout = Lookout(ends: moment) }
}
