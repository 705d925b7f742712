import Foundation
import Ground
import JobQueue
import Testing

@testable import Companion

/// What becomes of a person's pages when one row of them cannot be read.
@Suite(.timeLimit(.minutes(10)))
struct DamagedDaysTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let ids = ["1", "2", "3"]

    /// A queue with a scan and a moment of each id, of which those with one id are damaged.
    private func withDamage(
        of id: String, _ body: (TestQueue) async throws -> Void
    ) async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            for id in Self.ids {
                let digest = String(repeating: "d", count: 64)
                let scan = Scan(
                    id: id, person: Self.anna, key: nil, digest: digest,
                    answer: Scan.sampleAnswer, created: queue.now)
                #expect(
                    try await queue.store.add(scan, by: PlanTable(), now: queue.now) == .kept)
                let reply = Moment.Reply(reading: "light", text: "Nice.", isOfPool: true)
                let moment = Moment(
                    id: id, person: Self.anna, client: id, digest: digest,
                    day: LocalDay(of: queue.now, in: .gmt), happened: queue.now,
                    submitted: queue.now,
                    said: Moment.Said(
                        text: "Walked", note: nil, mood: nil, photos: 0, zone: "GMT",
                        answer: reply))
                _ = try await queue.store.add(moment, now: queue.now) { _ in reply }
            }
            try await queue.store.write { tx in
                try tx.run("UPDATE scan SET answer = '{}' WHERE id = ?", [id])
                try tx.run("UPDATE moment SET said = '{}' WHERE id = ?", [id])
            }
            try await body(queue)
        }
    }

    @Test(arguments: ids)
    func `a damaged row is left out, and takes no other along`(damaged: String) async throws {
        try await withDamage(of: damaged) { queue in
            let rest = Self.ids.filter { $0 != damaged }
            // A page is as full as without it.
            for limit in [rest.count, Self.ids.count, 9] {
                let scans = try await queue.store.scans(of: Self.anna, limit: limit)
                #expect(scans.map(\.id) == rest.reversed(), "\(limit)")
                let moments = try await queue.store.moments(of: Self.anna, limit: limit)
                #expect(moments.map(\.id) == rest.reversed(), "\(limit)")
            }
            #expect(try await queue.store.firstScan(of: Self.anna)?.id == rest.first)
            #expect(try await queue.store.scan(damaged, of: Self.anna) == nil)
            #expect(try await queue.store.moment(damaged, of: Self.anna) == nil)
            let days = try await queue.store.momentDays(
                of: Self.anna, limit: 9, most: 9, asked: "")
            #expect(days.first?.first.map(\.id) == rest)
        }
    }

    @Test func `a damaged scan can be removed`() async throws {
        try await withDamage(of: "2") { queue in
            let isRemoved = try await queue.store.removeScan(
                "2", asked: "none", of: Self.anna, now: queue.now)
            #expect(isRemoved)
        }
    }
}
