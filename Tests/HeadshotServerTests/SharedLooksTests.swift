import JobQueue
import Synchronization
import TestSupport
import Testing

@testable import HeadshotServer

/// What pages share when many are open at once.
@Suite(.timeLimit(.minutes(10)))
struct SharedLooksTests {
    @Test func `pages that come while one looks are looked for together`() async throws {
        let asked = Mutex<[Set<JobID>]>([])
        let gate = Observed(false)
        let looks = SharedLooks { ids in
            asked.withLock { $0.append(ids) }
            try await gate.wait { $0 ? () : nil }
            return SharedLooks.Look(jobs: [:], gates: [])
        }
        let jobs = try (1...100).map { try #require(JobID(rawValue: $0)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for job in jobs { group.addTask { _ = try await looks.look(at: job) } }
            // All have come: one looks, and the others wait.
            while looks.waitingCount < jobs.count - 1 { await Task.yield() }
            gate.update { $0 = true }
            try await group.waitForAll()
        }
        let all = asked.withLock { $0 }
        #expect(all.count == 2)
        #expect(all.map(\.count) == [1, 99])
    }

    @Test func `a look that fails ends only those who waited for it`() async throws {
        struct Away: Error {}
        let isAway = Mutex(true)
        let looks = SharedLooks { _ in
            if isAway.withLock({ $0 }) { throw Away() }
            return SharedLooks.Look(jobs: [:], gates: [])
        }
        let job = try #require(JobID(rawValue: 1))
        await #expect(throws: Away.self) { try await looks.look(at: job) }
        isAway.withLock { $0 = false }
        #expect(try await looks.look(at: job).jobs.isEmpty)
    }
}
