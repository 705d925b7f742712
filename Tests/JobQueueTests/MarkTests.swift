import Foundation
import JobQueue
import Testing

/// What an operator says of headshots.
@Suite(.timeLimit(.minutes(10)))
struct MarkTests {
    @Test func `a mark is found beside its job, changes, and goes with it`() async throws {
        try await TestQueue.with { queue in
            let first = try await queue.submit()
            let second = try await queue.submit()
            let third = try await queue.submit()
            let all = [first, second, third]
            #expect(try await queue.store.marks(of: all).isEmpty)
            try await queue.store.mark([first, second], as: .chosen)
            #expect(
                try await queue.store.marks(of: all) == [first: .chosen, second: .chosen])
            try await queue.store.mark([second], as: .aside)
            #expect(try await queue.store.jobs(JobFilter(mark: .chosen)).map(\.id) == [first])
            #expect(
                try await queue.store.jobs(JobFilter(states: [.waiting], mark: .aside)).map(\.id)
                    == [second])
            #expect(
                try await queue.store.choose(JobFilter(mark: .chosen)).counts.map(\.jobs) == [1])
            try await queue.store.mark(all, as: nil)
            #expect(try await queue.store.marks(of: all).isEmpty)
            try await queue.store.mark([first, second], as: .chosen)
            _ = try await queue.store.cancel([first], now: queue.now)
            _ = try await queue.store.remove([first])
            #expect(try await queue.store.marks(of: all) == [second: .chosen])
            // What was removed gets none.
            try await queue.store.mark([first], as: .chosen)
            #expect(try await queue.store.marks(of: all) == [second: .chosen])
        }
    }

    @Test func `the jobs of a space are counted by state, beside those of another`() async throws {
        try await TestQueue.with { queue in
            let shop = try #require(Space("shop"))
            let anna = try #require(Person("anna", in: shop))
            try await queue.submit()
            try await queue.submit(anna)
            let job = try await queue.submit(anna)
            _ = try await queue.store.cancel([job], now: queue.now)
            #expect(try await queue.store.counts(of: shop) == [.waiting: 1, .cancelled: 1])
            #expect(try await queue.store.counts(of: .commandLine) == [.waiting: 1])
            #expect(try await queue.store.counts() == [.waiting: 2, .cancelled: 1])
        }
    }
}
