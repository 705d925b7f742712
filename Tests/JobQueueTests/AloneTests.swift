import Foundation
import JobQueue
import Testing

/// Jobs that workers died over three times: whatever their photos do, they can harm no other job.
@Suite(.timeLimit(.minutes(2)))
struct AloneTests {
    @Test func `after two deaths a job is claimed like any other`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            for _ in 1...2 { try await queue.die() }
            try await queue.submit(at: queue.now - 1)
            try await queue.take()
            #expect(try await !queue.take(at: Self.later).job.isPreparedAlone)
        }
    }

    @Test func `from the third death on, it is claimed only by a worker that holds nothing`()
        async throws
    {
        try await TestQueue.with { queue in
            let dangerous = try await queue.submit()
            for _ in 1...3 { try await queue.die() }
            try await queue.submit(at: queue.now - 1)
            let other = try await queue.take()
            #expect(try await queue.claim(at: Self.later) == .alone)
            #expect(try await queue.take(.second, at: Self.later).job.id == dangerous)
            #expect(other.job.id != dangerous)
        }
    }

    @Test func `its turn is kept: a busy worker takes no later job instead`() async throws {
        try await TestQueue.with { queue in
            let dangerous = try await queue.submit()
            for _ in 1...3 { try await queue.die() }
            try await queue.submit(at: queue.now - 1)
            let other = try await queue.take()
            try await queue.submit(at: Self.later)
            #expect(try await queue.claim(at: Self.later) == .alone)
            try await queue.store.settle(other, Settlement(job: .cancelled), now: queue.now)
            #expect(try await queue.take(at: Self.later).job.id == dangerous)
        }
    }

    @Test func `while it is prepared, its worker gets nothing else, and others work on`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.submit()
            for _ in 1...3 { try await queue.die() }
            let dangerous = try await queue.take(at: Self.later)
            for _ in 1...2 { try await queue.submit() }
            #expect(try await queue.claim(at: Self.later) == .alone)
            try await queue.take(.second, at: Self.later)
            try await queue.charge(dangerous, at: Self.later)
            try await queue.take(at: Self.later)
        }
    }

    @Test func `an answer that has to be saved waits, too, while it is prepared`() async throws {
        try await TestQueue.with { queue in
            let answered = try await queue.submit()
            let charge = try await queue.charge(queue.take(.second))
            try await queue.submit(at: queue.now - 1)
            for _ in 1...3 { try await queue.die() }
            let dangerous = try await queue.take(at: Self.later)
            let answer = SpooledAnswer(job: answered, charge: charge.id)
            _ = try await queue.store.recover(from: [.second], spooled: [answer], now: queue.now)
            #expect(try await queue.claim(at: Self.later) == .alone)
            try await queue.store.settle(
                dangerous, Settlement(job: .rejected(reason: "face")), now: queue.now)
            #expect(try await queue.take(at: Self.later).job.id == answered)
        }
    }

    @Test func `a job that needs no provider is prepared alone to its end`() async throws {
        try await TestQueue.with { queue in
            let dangerous = try await queue.submit(provider: "local")
            for _ in 1...3 {
                let worker = WorkerID.fresh()
                _ = try await queue.claim(worker, freeProvider: "local", at: Self.later)
                _ = try await queue.store.recover(from: [worker], spooled: [], now: queue.now)
            }
            try await queue.submit()
            let first = try await queue.claim(freeProvider: "local", at: Self.later)
            #expect(first.claim?.job.id == dangerous)
            #expect(try await queue.claim(freeProvider: "local", at: Self.later) == .alone)
        }
    }

    private static let later = TestQueue.now + 3600
}
