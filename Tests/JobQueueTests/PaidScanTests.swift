import Foundation
import JobQueue
import Testing

@testable import Companion

/// Which scans stay shown whole once a plan has shown them.
@Suite(.timeLimit(.minutes(10)))
struct PaidScanTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let bert = Person.known("bert", in: Space("shop"))
    private static let plans: PlanTable = {
        var plans = PlanTable()
        plans.free.weaknesses = false
        return plans
    }()

    private func add(_ id: String, _ queue: TestQueue, of person: Person = Self.anna) async throws {
        let scan = Scan(
            id: id, person: person, key: nil, digest: String(repeating: "d", count: 64),
            answer: Scan.sampleAnswer, created: queue.now)
        #expect(try await queue.store.add(scan, by: Self.plans, now: queue.now) == .kept)
    }

    /// The scans that stay shown.
    private func shown(_ queue: TestQueue) async throws -> Set<String> {
        var shown: Set<String> = []
        for person in [Self.anna, Self.bert] {
            for scan in try await queue.store.scans(of: person, limit: 9) where scan.isWhole {
                shown.insert(scan.id)
            }
        }
        return shown
    }

    private func take(
        _ id: String, _ change: StoreEvent.Change, _ queue: TestQueue
    ) async throws {
        try await queue.store.take(
            StoreEvent(id: id, moment: queue.now, names: [StoreName(Self.anna)], change: change),
            for: Self.anna.space)
    }

    @Test func `a plan shows the scans that are there, and those that are made in it, for good`()
        async throws
    {
        try await TestQueue.with { queue in
            var settings = SpaceSettings(provider: "local")
            settings.plans = Self.plans
            _ = try await queue.store.add(Self.anna.space, settings, now: queue.now)
            for person in [Self.anna, Self.bert] { try await queue.admit(person) }
            try await add("free", queue)
            try await add("other", queue, of: Self.bert)
            #expect(try await shown(queue).isEmpty)
            let month = Purchase(transaction: "t", product: "month")
            try await take("1", .runs(month, StoreEvent.Term(.at(queue.now + 60))), queue)
            #expect(try await shown(queue) == ["free"])
            try await add("paid", queue)
            #expect(try await shown(queue) == ["free", "paid"])
            try await take("2", .ends(month), queue)
            try await add("later", queue)
            #expect(try await shown(queue) == ["free", "paid"])
            // What an operator grants is as good.
            _ = try await queue.store.set(Entitlement(.pro), of: Self.bert, said: queue.now)
            #expect(try await shown(queue) == ["free", "paid", "other"])
        }
    }

    @Test func `a deleted scan does not come back with its key, and one that was not kept does`()
        async throws
    {
        try await TestQueue.with { queue in
            for person in [Self.anna, Self.bert] { try await queue.admit(person) }
            func add(_ id: String, key: String, of person: Person) async throws -> ScanAdmission {
                let scan = Scan(
                    id: id, person: person, key: key,
                    digest: String(repeating: "d", count: 64), answer: Scan.sampleAnswer,
                    created: queue.now)
                return try await queue.store.add(scan, by: Self.plans, now: queue.now)
            }
            for key in ["kept", "lost"] {
                #expect(try await add(key, key: key, of: Self.anna) == .kept)
                _ = try await queue.store.removeScan(
                    key, asked: "coach_summary/\(key)", of: Self.anna,
                    givesPlaceBack: key == "lost", now: queue.now)
            }
            #expect(try await add("1", key: "kept", of: Self.anna) == .removed)
            #expect(try await add("2", key: "lost", of: Self.anna) == .kept)
            #expect(try await add("3", key: "kept", of: Self.bert) == .kept)
        }
    }

    @Test func `a first scan is one, also once it is deleted`() async throws {
        try await TestQueue.with { queue in
            var plans = Self.plans
            (plans.free.scans, plans.free.firstScan) = (false, true)
            try await queue.admit(Self.anna)
            func place() async throws -> ScanAllowance {
                try await queue.store.placeForScan(of: Self.anna, plans, now: queue.now)
            }
            #expect(try await place() == .free)
            try await add("first", queue)
            #expect(try await place() == .notInPlan)
            _ = try await queue.store.removeScan(
                "first", asked: "coach_summary/first", of: Self.anna, now: queue.now)
            #expect(try await place() == .notInPlan)
            plans.free.firstScan = false
            #expect(try await place() == .notInPlan)
        }
    }
}
