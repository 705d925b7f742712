import Foundation
import TestSupport
import Testing

@testable import Companion
@testable import JobQueue

/// Counts and sums that are kept in rows.
@Suite(.timeLimit(.minutes(10)))
struct KeptSumTests {
    /// Jobs and charges of each sort, of two persons and a space.
    private func fill(_ queue: TestQueue) async throws {
        _ = try await queue.store.add(
            Person.annaOfApp.space, SpaceSettings(provider: "gemini"), now: queue.now)
        let url = try #require(WebhookURL("https://app.example/hook"))
        _ = try await queue.store.change(
            Person.annaOfApp.space, webhook: .set(url), now: queue.now)
        let ends: [(JobEnd, ChargeState)] = [
            (.done, .paid), (.failed(reason: .invalidRequest, detail: nil), .free),
            (.uncertain(reason: .deadline, detail: nil), .unknown),
        ]
        for person in [Person.anna, .bert, .annaOfApp] {
            for (end, charge) in ends {
                try await queue.submit(person)
                try await queue.run(to: end, charge)
            }
        }
        for person in [Person.anna, .bert, .annaOfApp] { try await queue.submit(person) }
        let pending = try #require(
            try await queue.store.undelivered(of: Person.annaOfApp.space, limit: 9).first)
        let webhook = try #require(
            try await queue.store.record(of: Person.annaOfApp.space)?.webhook)
        try await queue.store.settle(
            pending, sentTo: webhook.url, .delivered(status: 204), now: queue.now)
    }

    private func expectSame(_ queue: TestQueue) async throws {
        let differing = try await queue.store.differingSums()
        #expect(differing.isEmpty, "\(differing)")
    }

    @Test func `they are those of the jobs and charges, also of persons who have left`()
        async throws
    {
        try await TestQueue.with { queue in
            try await fill(queue)
            try await expectSame(queue)
            #expect(
                try await queue.store.counts() == [
                    .waiting: 3, .succeeded: 3, .failed: 3, .uncertain: 3,
                ])
            try await queue.store.beginToForget(.anna, now: queue.now)
            #expect(try await queue.store.anonymiseCharges(of: .anna) == 3)
            try await expectSame(queue)
            let usage = try await queue.store.usage(cap: .ten, now: queue.now)
            #expect(usage[.anna] == nil)
            #expect(usage[Person?.none]?.usedToday == 2)
            let rows: [String] = try await queue.store.read { tx in
                try tx.values("SELECT person FROM person_sum WHERE space = ''")
            }
            #expect(!rows.contains(Person.anna.rawValue))
        }
    }

    @Test func `pages of persons have each of them once, and those who have left at the end`()
        async throws
    {
        try await TestQueue.with { queue in
            try await fill(queue)
            try await queue.store.beginToForget(.anna, now: queue.now)
            _ = try await queue.store.anonymiseCharges(of: .anna)
            var last: Person?
            var people: [Person] = []
            while true {
                let page = try await queue.store.usagePage(
                    in: nil, after: last, limit: 1, cap: .ten, now: queue.now)
                people += page.people.map(\.person)
                #expect(page.people.allSatisfy { $0.usage.usedToday == 2 })
                #expect((page.forgotten?.usedToday == 2) == page.isLast)
                last = people.last
                if page.isLast { break }
            }
            #expect(people == [.bert, .annaOfApp])
            let ofApp = try await queue.store.usage(
                .persons(from: "a", to: "b", in: Person.annaOfApp.space), cap: .ten, now: queue.now)
            #expect(ofApp.keys.compactMap(\.self) == [.annaOfApp])
        }
    }

    @Test func `a count that is not that of the jobs is found`() async throws {
        try await TestQueue.with { queue in
            try await fill(queue)
            for table in KeptSum.allCases.map(\.table) {
                let counted = [
                    "job_count": "jobs", "delivery_count": "deliveries", "space_sum": "held",
                ]
                let column = counted[table] ?? "charges"
                _ = try await queue.store.write { tx in
                    try tx.run("UPDATE \(table) SET \(column) = \(column) + 1")
                }
                let found = try await queue.store.differingSums()
                #expect(found[table] != nil, "\(table)")
            }
        }
    }

    @Test(.needsPostgres) func `folding leaves one row of each key and changes no sum`()
        async throws
    {
        try await TestQueue.onServer { queue in
            try await fill(queue)
            // Transactions of other suites are no part of them.
            func figures() async throws -> QueueFigures {
                var figures = try await queue.store.figures(now: queue.now)
                figures.oldestTransaction = nil
                return figures
            }
            let before = try await figures()
            for _ in 0..<2 {
                try await queue.store.foldSums()
                try await expectSame(queue)
                for table in KeptSum.allCases.map(\.table) {
                    let new = try await queue.store.read { tx in
                        try tx.count("\(table) WHERE NOT is_folded")
                    }
                    #expect(new == 0, "\(table)")
                }
                #expect(try await figures() == before)
            }
            let rows = try await queue.store.read { tx in try tx.count("job_count") }
            // Those that count nothing any more are gone.
            #expect(rows == 8)
        }
    }
}
