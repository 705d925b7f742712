import Foundation
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

/// A queue on a server that learns what it has forgotten from the notes on payments.
@Suite(.timeLimit(.minutes(10)), .needsPostgres)
struct LearnTests {
    @Test func `payments of many jobs are learned at once, in whatever order they come`()
        async throws
    {
        try await TestQueue.onServer { queue in
            var jobs: [JobID] = []
            var notes: [PaymentNote] = []
            for _ in 0..<8 {
                try await queue.submit()
                let (job, note) = try await charged(queue)
                jobs.append(job)
                notes.append(note)
            }
            _ = try queue.link().command("DELETE FROM charge")
            try await queue.store.demandReconciling()
            let learned = try #require(try await queue.store.learn(notes.reversed()))
            #expect(learned.charges == notes.count)
            #expect(Set(learned.parked) == Set(jobs))
        }
    }

    @Test func `who comes late with what another process has learned changes nothing`()
        async throws
    {
        try await TestQueue.onServer { queue in
            try await queue.store.demandReconciling()
            let another = try queue.another()
            #expect(try await another.store.learn([]) != nil)
            // Begun since then, which is why the notes of the other say that it was forgotten.
            let id = try await queue.submit()
            let (_, note) = try await charged(queue)
            #expect(try await queue.store.learn([note]) == nil)
            #expect(try await queue.job(id).state == .running)
            #expect(try await queue.charges(id) == [.started])
            try another.store.close()
        }
    }

    /// A job whose request is under way, and what is noted of it.
    private func charged(_ queue: TestQueue) async throws -> (JobID, PaymentNote) {
        let claim = try await queue.take()
        let charge = try await queue.charge(claim)
        let note = try await queue.store.paymentNote(ofCharge: charge.id)
        return (claim.job.id, try #require(note))
    }
}
