import Foundation
import JobQueue
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ChooseTests {
    @Test func `a choice is counted by provider and state, and read oldest first in pages`()
        async throws
    {
        try await TestQueue.with { queue in
            var jobs: [JobID] = []
            for _ in 0..<5 { jobs.append(try await queue.submit()) }
            try await queue.submit(provider: "local")
            try await queue.take()
            var choice = try await queue.store.choose(
                JobFilter(states: [.waiting, .running], provider: "gemini"))
            #expect(
                choice.counts == [
                    .init(kind: .portrait, provider: "gemini", state: .running, jobs: 1),
                    .init(kind: .portrait, provider: "gemini", state: .waiting, jobs: 4),
                ])
            var pages: [[JobID]] = []
            for _ in 0..<4 {
                pages.append(try await queue.store.next(of: &choice, limit: 2).map(\.id))
            }
            #expect(pages == [Array(jobs[0..<2]), Array(jobs[2..<4]), [jobs[4]], []])
        }
    }

    @Test func `what is submitted later, or has left the filter, is not read`() async throws {
        try await TestQueue.with { queue in
            let first = try await queue.submit()
            let second = try await queue.submit()
            var choice = try await queue.store.choose(JobFilter(states: [.waiting]))
            try await queue.submit()
            _ = try await queue.store.cancel(first, now: queue.now)
            #expect(try await queue.store.next(of: &choice, limit: 10).map(\.id) == [second])
            #expect(try await queue.store.next(of: &choice, limit: 10) == [])
        }
    }

    @Test func `several jobs are cancelled in one transaction, each with its own result`()
        async throws
    {
        try await TestQueue.with { queue in
            let done = try await queue.submit()
            try await queue.run(to: .done)
            let running = try await queue.submit()
            try await queue.take()
            let waiting = try await queue.submit()
            let strange = JobID.strange
            let results = try await queue.store.cancel(
                [done, running, waiting, strange], now: queue.now)
            #expect(results == [.tooLate(.succeeded), .requested, .cancelled, .notFound])
        }
    }

    @Test func `several jobs are resolved in one transaction, and the journal hears of each`()
        async throws
    {
        try await TestQueue.with { queue in
            var jobs: [JobID] = []
            for _ in 0..<2 {
                jobs.append(try await queue.submit())
                try await queue.run(to: .uncertain(reason: .deadline, detail: nil), .unknown)
            }
            let waiting = try await queue.submit()
            let results = try await queue.store.resolve(
                (jobs + [waiting]).map { (job: $0, resolution: .notPaid) }, now: queue.now)
            #expect(
                results == [
                    .resolved(replacement: nil), .resolved(replacement: nil),
                    .notUncertain(.waiting),
                ])
            try queue.expectJournal(["started", "unknown", "started", "unknown", "free", "free"])
        }
    }

    @Test func `a job is repeated once, however often that is asked for`() async throws {
        try await TestQueue.with { queue in
            let first = try await queue.submit()
            try await queue.run(to: .failed(reason: .serverError, detail: nil))
            func repetition() -> NewJob {
                var job = NewJob.some()
                job.retryOf = first
                return job
            }
            let results = try await queue.store.submitRepetitions(
                [repetition(), repetition()], once: true, now: queue.now)
            let one = try await queue.newest()
            #expect(results == [one, nil])
            #expect(try await queue.job(one).retryOf == first)
            #expect(try await queue.store.repetition(of: first) == one)
            #expect(try await queue.store.repetition(of: one) == nil)
            let wanted = try await queue.store.submitRepetitions(
                [repetition()], once: false, now: queue.now)
            #expect(wanted == [try await queue.newest()])
            #expect(wanted != [one])
        }
    }

    @Test func `a job is repeated once in each way, however often that is asked for`() async throws
    {
        try await TestQueue.with { queue in
            let first = try await queue.submit()
            try await queue.run(to: .failed(reason: .serverError, detail: nil))
            func repetition(_ payload: String, _ provider: String = "gemini") -> NewJob {
                var job = NewJob.some(provider: provider)
                job.payload = payload
                job.retryOf = first
                return job
            }
            let ways = [
                repetition(#"{"a":1}"#), repetition(#"{"a":2}"#),
                repetition(#"{"a":1}"#, "local"),
            ]
            let results = try await queue.store.submitRepetitions(
                ways + ways, once: true, alike: true, now: queue.now)
            #expect(Set(results.prefix(3)).count == 3)
            #expect(results.suffix(3) == [nil, nil, nil])
            for (way, id) in zip(ways, results) {
                #expect(
                    try await queue.store.repetition(of: first, like: (way.provider, way.payload))
                        == id)
            }
            // One that was cancelled does not count.
            _ = try await queue.store.cancel(results.prefix(1).compactMap(\.self), now: queue.now)
            let again = try await queue.store.submitRepetitions(
                [ways[0], ways[1]], once: true, alike: true, now: queue.now)
            #expect(again.map { $0 == nil } == [false, true])
        }
    }

    @Test func `a job whose photo is about to be removed is not repeated, and another is`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.addSpaceWithoutPhotos()
            let gone = try await queue.submit(.annaOfApp)
            try await queue.run(to: .failed(reason: .serverError, detail: nil), .free)
            let kept = try await queue.submit(photo: String(repeating: "c", count: 64))
            try await queue.run(to: .failed(reason: .serverError, detail: nil), .free)
            #expect(try await queue.store.markedPhotos() == [TestQueue.photo])
            var first = NewJob.some(.annaOfApp)
            first.retryOf = gone
            var second = NewJob.some(photo: String(repeating: "c", count: 64))
            second.retryOf = kept
            let results = try await queue.store.submitRepetitions(
                [first, second], once: false, now: queue.now)
            #expect(results == [nil, try await queue.newest()])
            #expect(try await queue.store.markedPhotos() == [TestQueue.photo])
        }
    }
}
