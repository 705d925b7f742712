import TestSupport
import Testing

@testable import Database
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct QueueBellTests {
    /// Longer than the test may take.
    private static let forEver: Duration = .seconds(3600)

    @Test func `a process that waits is woken by another's change`() async throws {
        try await TestQueue.with { queue in
            let other = try queue.another().store
            let bell = other.bell()
            #expect(bell.isWatching)
            async let hasRung = bell.wait(for: Self.forEver)
            try await queue.submit()
            #expect(await hasRung)
            try other.close()
        }
    }

    @Test func `a change before the wait is not missed`() async throws {
        try await TestQueue.with { queue in
            let bell = queue.store.bell()
            try await queue.submit()
            #expect(await bell.wait(for: Self.forEver))
            #expect(await bell.wait(for: .zero) == false)
        }
    }

    @Test func `what changes nothing does not ring`() async throws {
        try await TestQueue.with { queue in
            let bell = queue.store.bell()
            let result = try await queue.claim(.first)
            #expect(result.claim == nil)
            _ = try await queue.store.jobs(JobFilter())
            #expect(await bell.wait(for: .zero) == false)
        }
    }

    @Test func `a cancelled task waits no longer`() async throws {
        try await TestQueue.with { queue in
            let bell = queue.store.bell()
            let waiting = Task { await bell.wait(for: Self.forEver) }
            waiting.cancel()
            #expect(await waiting.value == false)
        }
    }

    @Test func `where the kernel does not watch, the wait ends by itself`() async throws {
        let bell = FileBell(lock: "/nonexistent/queue.lock")
        #expect(!bell.isWatching)
        #expect(await bell.wait(for: .milliseconds(1)) == false)
    }
}
