import Foundation
import JobQueue
import Testing

@Suite(.timeLimit(.minutes(10)))
struct JobFilterTests {
    private func list(_ filter: JobFilter, _ queue: TestQueue) async throws -> [JobID] {
        try await queue.store.jobs(filter).map(\.id)
    }

    @Test func `jobs are told apart by reason and by provider`() async throws {
        try await TestQueue.with { queue in
            let blocked = try await queue.submit()
            try await queue.run(to: .failed(reason: .blockedPrompt, detail: nil))
            let textOnly = try await queue.submit()
            try await queue.run(to: .failed(reason: .textOnly, detail: nil))
            let local = try await queue.submit(provider: "local")
            #expect(try await list(JobFilter(reasons: ["blocked_prompt"]), queue) == [blocked])
            #expect(
                try await list(JobFilter(reasons: ["text_only", "blocked_prompt"]), queue) == [
                    textOnly, blocked,
                ])
            #expect(try await list(JobFilter(provider: "local"), queue) == [local])
            #expect(
                try await list(JobFilter(states: [.failed], provider: "local"), queue) == [])
        }
    }

    @Test func `jobs are told apart by what their orders hold, whatever else is in them`()
        async throws
    {
        try await TestQueue.with { queue in
            let left = try await queue.submit(payload: #"{"force":true,"style":{"angle":"left"}}"#)
            let front = try await queue.submit(
                payload: #"{"style":{"angle":"front"},"force":false}"#)
            try await queue.submit(payload: "{}")
            let lefts = #"{"style":{"angle":"left"}}"#
            let fronts = #"{"style":{"angle":"front"}}"#
            #expect(try await list(JobFilter(payloads: [lefts]), queue) == [left])
            #expect(try await list(JobFilter(payloads: [lefts, fronts]), queue) == [front, left])
        }
    }

    @Test func `a job that another repeats is left out, unless that one was cancelled`()
        async throws
    {
        try await TestQueue.with { queue in
            let first = try await queue.submit()
            try await queue.run(to: .failed(reason: .serverError, detail: nil))
            var again = NewJob.some()
            again.retryOf = first
            let filter = JobFilter(states: [.failed], isUnrepeated: true)
            #expect(try await list(filter, queue) == [first])
            _ = try await queue.store.submit([again], now: queue.now)
            #expect(try await list(filter, queue) == [])
            _ = try await queue.store.cancel(queue.newest(), now: queue.now)
            #expect(try await list(filter, queue) == [first])
        }
    }
}
