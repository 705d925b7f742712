import TestSupport
import Testing

@testable import HeadshotWorker

@Suite(.timeLimit(.minutes(1)))
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

    @Test func `whoever is cancelled or shut out while waiting holds nothing`() async throws {
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
}
