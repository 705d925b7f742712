import Foundation
import HeadshotWorker
import Testing

@testable import Companion
@testable import Invites
@testable import JobQueue

/// What the headshots of an invited person may cost in all.
@Suite(.timeLimit(.minutes(10)))
struct PayLimitTests {
    private static let most = 100_000
    private static let reached = JobQueueError.payLimitReached(most: most)

    /// A queue with `anna`, whose headshots may cost a dime, and `bert`, who has no limit.
    private func with(_ body: (TestQueue) async throws -> Void) async throws {
        try await TestQueue.with { queue in
            try await queue.addAcme()
            try await queue.invite("anna", payUpTo: Self.most)
            try await queue.invite("bert")
            try await body(queue)
        }
    }

    @Test func `orders fit as long as their prices do, and those of another person always`()
        async throws
    {
        try await with { queue in
            _ = try await queue.order("anna", key: "one")
            _ = try await queue.order("anna", key: "two")
            await #expect(throws: Self.reached) { try await queue.order("anna", key: "three") }
            // An order that is there already is not a new one, and what is free costs nothing.
            _ = try await queue.order("anna", key: "two")
            _ = try await queue.submit(TestQueue.member("anna"), provider: "local")
            _ = try await queue.order("anna", price: 22_000)
            for _ in 0..<4 { _ = try await queue.order("bert") }
            let jobs = try await queue.store.jobs(JobFilter(person: TestQueue.member("anna")))
            #expect(jobs.count == 4)
        }
    }

    @Test func `what was charged counts by its cost, and what was free does not count`()
        async throws
    {
        try await with { queue in
            _ = try await queue.order("anna")
            try await queue.run(to: .done, .paid, cost: 61_000)
            await #expect(throws: Self.reached) { try await queue.order("anna", price: 39_001) }
            _ = try await queue.order("anna")
            await #expect(throws: Self.reached) { try await queue.order("anna", price: 1) }
            try await queue.run(to: .failed(reason: .noImage, detail: nil), .free)
            _ = try await queue.order("anna")
            try await queue.run(to: .uncertain(reason: .deadline, detail: nil), .unknown)
            await #expect(throws: Self.reached) { try await queue.order("anna", price: 1) }
            _ = try await queue.order("bert")
        }
    }

    @Test func `an order with an unknown price does not fit any limit`() async throws {
        try await with { queue in
            await #expect(throws: Self.reached) { try await queue.order("anna", price: nil) }
            _ = try await queue.order("bert", price: nil)
        }
    }

    @Test func `a job that takes another's place, or repeats it, is an order, too`() async throws {
        try await with { queue in
            let first = try await queue.order("anna")
            try await queue.run(to: .uncertain(reason: .deadline, detail: nil), .unknown, cost: nil)
            _ = try await queue.order("anna")
            var again = NewJob.some(TestQueue.member("anna"))
            again.kind = .headshot
            again.retryOf = first
            again.quote = Quote(model: "image-1", price: 39_000)
            let replacement = again
            await #expect(throws: Self.reached) {
                try await queue.store.resolve([(first, .replaced(by: replacement))], now: queue.now)
            }
            await #expect(throws: Self.reached) {
                try await queue.store.submitRepetitions([replacement], once: false, now: queue.now)
            }
            #expect(try await queue.job(first).state == .uncertain)
        }
    }

    @Test func `several processes together do not exceed the limit`() async throws {
        try await with { queue in
            let others = try (0..<4).map { _ in try queue.another() }
            let placed = try await withThrowingTaskGroup(of: Int.self) { group in
                for other in others {
                    group.addTask {
                        var placed = 0
                        for _ in 0..<5 {
                            do {
                                _ = try await other.order("anna")
                                placed += 1
                            } catch JobQueueError.payLimitReached {}
                            _ = try await other.order("bert")
                        }
                        return placed
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(placed == 2)
            let bert = try await queue.store.jobs(
                JobFilter(person: TestQueue.member("bert")), limit: 99)
            #expect(bert.count == 20)
            for other in others { try other.store.close() }
        }
    }

    @Test func `a restored queue counts what was charged since the backup`() async throws {
        try await TestQueue.inFile { queue in
            try await queue.addAcme()
            try await queue.invite("anna", payUpTo: Self.most)
            let backup = "\(queue.folder)/backup.sqlite"
            try await queue.store.backUp(to: backup)
            for _ in 0..<2 {
                _ = try await queue.order("anna")
                try await queue.run(to: .done, .paid, cost: 39_000)
            }
            _ = try await queue.store.restore(from: backup, keepingReplacedIn: nil)
            await #expect(throws: Self.reached) { try await queue.order("anna") }
            _ = try await queue.order("anna", price: 22_000)
        }
    }
}
