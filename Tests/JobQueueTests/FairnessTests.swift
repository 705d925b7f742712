import Foundation
import JobQueue
import Testing

/// Spaces share workers: none waits for the jobs of another.
@Suite(.timeLimit(.minutes(10)))
struct FairnessTests {
    private static func person(_ space: String) -> Person {
        .known("81f3", in: Space(space) ?? .commandLine)
    }

    /// Claims as a worker does, whose turn goes on, until nothing is due; returns the spaces in the order of their turn.
    private func served(
        _ queue: TestQueue, _ provider: String = "gemini", after last: String = "", most: Int = 30
    ) async throws -> [String] {
        var served: [String] = []
        var lastServed = [provider: Space(last) ?? .commandLine]
        while served.count < most,
            let claim = try await queue.claim(
                providers: provider == "local" ? [] : [.gemini],
                freeProvider: provider == "local" ? "local" : nil, lastServed: lastServed
            ).claim
        {
            served.append(claim.job.person.space.rawValue)
            lastServed[provider] = claim.job.person.space
        }
        return served
    }

    @Test(arguments: ["gemini", "local"], ["", "flood", "innocent"])
    func `at most one job of another space goes first, however many it has`(
        provider: String, last: String
    ) async throws {
        try await TestQueue.with { queue in
            for _ in 0..<20 {
                try await queue.submit(
                    Self.person("flood"), priority: 100, provider: provider,
                    at: queue.now - 60)
            }
            try await queue.submit(Self.person("innocent"), provider: provider)
            let order = try await served(queue, provider, after: last)
            #expect(order.count == 21)
            #expect(order.firstIndex(of: "innocent") == (last == "flood" ? 0 : 1))
            // The innocent space has no more jobs, so the flood gets all slots.
            #expect(order.count { $0 == "flood" } == 20)
        }
    }

    @Test(arguments: [
        ("", ["app", "shop", "team", "", "app", "shop", "team", ""]),
        ("shop", ["team", "", "app", "shop", "team", "", "app", "shop"]),
        ("zoo", ["", "app", "shop", "team", "", "app", "shop", "team"]),
    ])
    func `the turn goes through the spaces by name, and on after the last one served`(
        last: String, order: [String]
    ) async throws {
        try await TestQueue.with { queue in
            for space in ["team", "app", "", "shop"] {
                for _ in 0..<2 { try await queue.submit(Self.person(space)) }
            }
            // Its jobs are due later: it has no turn.
            try await queue.submit(Self.person("later"), notBefore: queue.now + 60)
            #expect(try await served(queue, after: last) == order)
        }
    }

    @Test func `within a space priority, due time and arrival decide as ever`() async throws {
        try await TestQueue.with { queue in
            let app = Self.person("app")
            let third = try await queue.submit(app)
            let last = try await queue.submit(app, priority: -100, at: queue.now - 60)
            let second = try await queue.submit(app, at: queue.now - 60)
            let first = try await queue.submit(app, priority: 100)
            let other = try await queue.submit(Self.person("shop"))
            var taken: [JobID] = []
            var lastServed: [String: Space] = [:]
            while let claim = try await queue.claim(lastServed: lastServed).claim {
                taken.append(claim.job.id)
                lastServed["gemini"] = claim.job.person.space
            }
            #expect(taken == [first, other, second, third, last])
        }
    }

    @Test func `a space whose persons are at the cap does not cost another its turn`() async throws
    {
        try await TestQueue.with { queue in
            try await queue.submit(Self.person("app"))
            try await queue.charge(queue.take(cap: .one), cap: .one)
            for _ in 0..<5 { try await queue.submit(Self.person("app"), at: queue.now - 60) }
            let other = try await queue.submit(Self.person("shop"))
            let claim = try await queue.claim(
                lastServed: ["gemini": Self.person("shop").space], cap: .one
            ).claim
            #expect(claim?.job.id == other)
        }
    }

    @Test func `a new worker goes on after the space of the latest charge`() async throws {
        try await TestQueue.with { queue in
            #expect(try await queue.store.lastServed().isEmpty)
            for space in ["app", "shop"] { try await queue.submit(Self.person(space)) }
            for space in ["app", "shop"] {
                let last = try await queue.store.lastServed()
                let claim = try #require(try await queue.claim(lastServed: last).claim)
                #expect(claim.job.person.space.rawValue == space)
                try await queue.charge(claim)
            }
            #expect(try await queue.store.lastServed() == ["gemini": Self.person("shop").space])
        }
    }
}
