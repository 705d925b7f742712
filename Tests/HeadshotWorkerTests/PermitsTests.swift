import JobQueue
import TestSupport
import Testing

@testable import HeadshotWorker

@Suite(.timeLimit(.minutes(10)))
struct PermitsTests {
    @Test func `no more than so many hold a permit at once, and each gets its turn`() async throws {
        let permits = Permits(3)
        let holders = Observed<(now: Int, most: Int, all: Int)>((0, 0, 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    _ = try await permits.holding {
                        holders.update { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
                        await Task.yield()
                        holders.update { $0.now -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(holders.value.most <= 3)
        #expect(holders.value.all == 50)
    }

    @Test func `a task that is cancelled or shut out while it waits holds nothing`() async throws {
        let permits = Permits(1)
        let held = try await permits.holding {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask { try await permits.holding { true } ?? false }
                group.cancelAll()
                let cancelled = try await group.next()
                group.addTask { try await permits.holding { true } ?? false }
                permits.close()
                let shutOut = try await group.next()
                return [cancelled, shutOut]
            }
        }
        #expect(held == [false, false])
        #expect(try await permits.holding { true } == nil)
    }
    @Test func `a space that comes last waits for one of another space at most`() async throws {
        let permits = Permits(1)
        let (served, note) = AsyncStream.makeStream(of: String.self)
        let (gate, open) = AsyncStream.makeStream(of: Never.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { () async throws -> Void in
                _ = try await permits.holding(for: Self.space("flood")) {
                    () async -> Void in
                    for await _ in gate {}
                }
            }
            while permits.freeCount > 0 { await Task.yield() }
            for name in Array(repeating: "flood", count: 20) + ["innocent"] {
                let count = permits.waitingCount
                group.addTask { () async throws -> Void in
                    _ = try await permits.holding(for: Self.space(name)) {
                        () async -> Void in
                        note.yield(name)
                    }
                }
                while permits.waitingCount == count { await Task.yield() }
            }
            open.finish()
            try await group.waitForAll()
        }
        note.finish()
        let order = await served.reduce(into: []) { $0.append($1) }
        #expect(order.firstIndex(of: "innocent") == 0)
        #expect(order.count == 21)
    }

    @Test func `a task that is cancelled while it waits gives its turn to the next`() async throws {
        let permits = Permits(1)
        _ = try await permits.holding {
            await withTaskGroup(of: Bool?.self) { group in
                group.addTask { (try? await permits.holding { true }) ?? nil }
                while permits.waitingCount == 0 { await Task.yield() }
                group.cancelAll()
                #expect(await group.next() == .some(nil))
            }
        }
        #expect(permits.freeCount == 1)
        #expect(try await permits.holding { true } == true)
    }

    @Test func `the tasks of a key wait for one another, and for those of no other key`()
        async throws
    {
        let permits = KeyedPermits<String>(1)
        let held = try await permits.holding(for: "a") {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask { try await permits.holding(for: "b") { true } ?? false }
                let other = try await group.next()
                group.addTask { try await permits.holding(for: "a") { true } ?? false }
                group.cancelAll()
                let same = try await group.next()
                return [other, same]
            }
        }
        #expect(held == [true, false])
        #expect(try await permits.holding(for: "a") { true } == true)
    }

    private static func space(_ name: String) throws -> Space { try #require(Space(name)) }
}
