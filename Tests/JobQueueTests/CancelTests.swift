import Foundation
import JobQueue
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CancelTests {
    @Test func `a waiting job is cancelled at once`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            #expect(try await queue.store.cancel(id, now: queue.now + 1) == .cancelled)
            let job = try await queue.job(id)
            #expect(job.state == .cancelled)
            #expect(job.ended == queue.now + 1)
            #expect(try await queue.claim() == .idle(nextDue: nil))
        }
    }

    @Test func `a running job's worker is told, and no other`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            try await queue.submit()
            try await queue.take(.first)
            try await queue.take(.second)
            #expect(try await queue.store.cancel(id, now: queue.now) == .requested)
            #expect(try await queue.job(id).isCancelRequested)
            #expect(try await queue.store.cancelRequests(for: .first, among: [id]) == [id])
            #expect(try await queue.store.cancelRequests(for: .second, among: [id]) == [])
        }
    }

    @Test(arguments: SettleTests.cases.filter(\.state.hasEnded))
    func `a job that has ended cannot be cancelled`(end: SettleTests.Case) async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            try await queue.run(to: end.end)
            let before = try await queue.job(id)
            #expect(try await queue.store.cancel(id, now: queue.now) == .tooLate(end.state))
            #expect(try await queue.job(id) == before)
        }
    }

    @Test func `a job whose answer is paid and spooled is not cancelled`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let charge = try await queue.charge(queue.take(.first))
            let paid = SpooledAnswer(job: id, charge: charge.id)
            _ = try await queue.store.recover(from: [.first], spooled: [paid], now: queue.now)
            #expect(try await queue.store.cancel(id, now: queue.now) == .tooLate(.waiting))
            #expect(try await queue.take().job.id == id)
        }
    }

    @Test func `a cancelled job does not wait again, and its worker learns so`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let claim = try await queue.take()
            #expect(try await queue.store.cancel(id, now: queue.now) == .requested)
            let waits = Settlement(job: .waitsForGate)
            #expect(try await queue.store.settle(claim, waits, now: queue.now) == .cancelled)
            #expect(try await queue.job(id).state == .cancelled)
        }
    }

    @Test func `a job that does not exist cannot be cancelled`() async throws {
        try await TestQueue.with { queue in
            let cancellation = try await queue.store.cancel(.strange, now: queue.now)
            #expect(cancellation == .notFound)
        }
    }
}
