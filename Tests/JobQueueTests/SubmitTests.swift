import Foundation
import JobQueue
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SubmitTests {
    @Test func `a submitted job waits as it was handed in`() async throws {
        try await TestQueue.with { queue in
            let new = NewJob.some(.anna, key: "k", priority: 7)
            let submissions = try await queue.store.submit([new], now: queue.now)
            let id = try #require(submissions.first?.id)
            #expect(submissions == [.queued(id)])
            let job = try await queue.job(id)
            #expect(job.kind == .portrait)
            #expect(job.payload == new.payload)
            #expect(job.person == .anna)
            #expect(job.key == "k")
            #expect(job.input == new.input?.photo)
            #expect(job.inputName == "me.jpg")
            #expect(job.priority == 7)
            #expect(job.state == .waiting)
            #expect(job.waitReason == .new)
            #expect(job.due == queue.now)
            #expect(job.created == queue.now)
            #expect(job.attempts == 0)
        }
    }

    @Test func `a job for later is scheduled`() async throws {
        try await TestQueue.with { queue in
            let later = queue.now + 3600
            let id = try await queue.submit(notBefore: later)
            #expect(try await queue.job(id).waitReason == .scheduled)
            #expect(try await queue.job(id).due == later)
        }
    }

    @Test func `a time that has passed is now`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit(notBefore: queue.now - 3600)
            #expect(try await queue.job(id).waitReason == .new)
        }
    }

    @Test func `the same key of the same person is the same job`() async throws {
        try await TestQueue.with { queue in
            let first = try await queue.submit(.anna, key: "k")
            let again = try await queue.store.submit([.some(.anna, key: "k")], now: queue.now)
            #expect(again == [.existing(try await queue.job(first))])
            #expect(try await queue.store.counts() == [.waiting: 1])
        }
    }

    @Test func `the same key of another person is another job`() async throws {
        try await TestQueue.with { queue in
            let annas = try await queue.submit(.anna, key: "k")
            let berts = try await queue.submit(.bert, key: "k")
            #expect(annas != berts)
        }
    }

    @Test func `jobs without a key are never the same`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            try await queue.submit()
            #expect(try await queue.store.counts() == [.waiting: 2])
        }
    }

    @Test func `a key names its job even after the job has ended`() async throws {
        try await TestQueue.with { queue in
            let first = try await queue.submit(key: "k")
            try await queue.run(to: .done)
            let again = try await queue.store.submit([.some(key: "k")], now: queue.now)
            #expect(again == [.existing(try await queue.job(first))])
        }
    }

    @Test func `jobs are submitted all or none`() async throws {
        try await TestQueue.with { queue in
            var nonsense = NewJob.some()
            nonsense.priority = 101
            await #expect(throws: JobQueueError.self) {
                try await queue.store.submit([.some(), nonsense], now: queue.now)
            }
            let counts = try await queue.store.counts()
            #expect(counts.isEmpty)
        }
    }

    @Test func `one key from four stores at once makes one job`() async throws {
        try await TestQueue.with { queue in
            let submissions = try await withThrowingTaskGroup(of: Submission.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let store = try queue.another().store
                        let mine = try await store.submit([.some(key: "k")], now: queue.now)
                        try store.close()
                        return try #require(mine.first)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(submissions.map(\.id)).count == 1)
            #expect(submissions.count { $0 == .queued($0.id) } == 1)
            #expect(try await queue.store.counts() == [.waiting: 1])
        }
    }
}
