import Testing

@testable import JobQueue

@Suite(.timeLimit(.minutes(2)))
struct PrefetchTests {
    @Test func `what is announced is read once, however often it is asked for`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let counts = try await queue.store.write { tx in
                let jobs = try tx.prefetch("SELECT count(*) FROM job", [])
                let before: Int? = try jobs.value()
                try tx.run("DELETE FROM job")
                return [before, try jobs.value()]
            }
            #expect(counts == [1, 1])
        }
    }
}
