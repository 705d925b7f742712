import Foundation
import JobQueue
import Testing

struct PlanTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let bert = Person.known("bert", in: Space("shop"))
    private static let week: TimeInterval = 7 * 86_400
    private static let weekly: PlanTable = {
        var plans = PlanTable()
        plans.free.hoursBetweenScans = 168
        return plans
    }()

    private func scan(
        _ id: String, key: String? = nil, digest: Character = "d", at moment: Date
    ) -> Scan {
        Scan(
            id: id, person: Self.anna, key: key, digest: String(repeating: digest, count: 64),
            answer: "{}", photo: TestQueue.photo, created: moment)
    }

    private func news(
        _ id: String, _ change: StoreNews.Change, at moment: Date = TestQueue.now
    ) -> StoreNews {
        StoreNews(id: id, moment: moment, change: change)
    }

    @Test func `a plan ends at its time`() {
        let plan = Entitlement(.pro, expires: TestQueue.now)
        #expect(plan.plan(at: TestQueue.now - 1) == .pro)
        #expect(plan.plan(at: TestQueue.now) == .free)
        #expect(Entitlement(.trial).plan(at: .distantFuture) == .trial)
    }

    @Test func `the same news twice and older news change nothing`() async throws {
        try await TestQueue.with { queue in
            let space = Self.anna.space
            func plan() async throws -> Plan {
                try await queue.store.entitlement(of: Self.anna).plan(at: queue.now)
            }
            let pro = Entitlement(.pro, expires: queue.now + 100)
            try await queue.store.take(news("1", .sets(pro, of: Self.anna)), for: space)
            #expect(try await plan() == .pro)
            let later = news("2", .sets(.none, of: Self.anna), at: queue.now + 1)
            try await queue.store.take(later, for: space)
            #expect(try await plan() == .free)
            for id in ["1", "3"] {
                try await queue.store.take(news(id, .sets(pro, of: Self.anna)), for: space)
            }
            #expect(try await plan() == .free)
            // Forgotten is forgotten, also if the store sends its news again.
            _ = try await queue.store.anonymiseCharges(of: Self.anna)
            for id in ["1", "2", "3"] {
                try await queue.store.take(news(id, .sets(pro, of: Self.anna)), for: space)
            }
            #expect(try await plan() == .free)
            let known = try await queue.store.set(pro, of: Self.anna, said: queue.now)
            #expect(known == pro)
        }
    }

    @Test func `a purchase that moves is the other person's then`() async throws {
        try await TestQueue.with { queue in
            let pro = Entitlement(.pro, expires: queue.now + 100)
            _ = try await queue.store.set(pro, of: Self.anna, said: queue.now - 1)
            try await queue.store.take(
                news("1", .moves(from: [Self.anna], to: [Self.bert])), for: Self.anna.space)
            #expect(try await queue.store.entitlement(of: Self.anna) == .none)
            #expect(try await queue.store.entitlement(of: Self.bert) == pro)
            try await queue.store.take(news("2", .none), for: Self.anna.space)
        }
    }

    @Test func `a scan a week is one until the second that the week is over`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            func add(_ id: String, _ seconds: TimeInterval) async throws -> ScanAdmission {
                try await queue.store.add(
                    scan(id, at: queue.now + seconds), by: Self.weekly, now: queue.now + seconds)
            }
            #expect(try await add("1", 0) == .kept)
            let next = queue.now + Self.week
            #expect(try await add("2", Self.week - 1) == .refused(.later(next)))
            // Removing it gives no other.
            #expect(
                try await queue.store.removeScan(
                    "1", asked: "coach_summary/1", of: Self.anna, now: queue.now))
            #expect(try await add("2", Self.week - 1) == .refused(.later(next)))
            #expect(try await add("3", Self.week) == .kept)
            #expect(try await add("4", Self.week) == .refused(.later(next + Self.week)))
            _ = try await queue.store.set(
                Entitlement(.pro), of: Self.anna, said: queue.now)
            #expect(try await add("5", Self.week) == .kept)
            var none = Self.weekly
            none.pro.scans = false
            let place = try await queue.store.placeForScan(of: Self.anna, none, now: queue.now)
            #expect(place == .notInPlan)
        }
    }

    @Test func `a scan has one place however often its key is sent`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            let first = scan("1", key: "k", at: queue.now)
            func add(_ scan: Scan) async throws -> ScanAdmission {
                try await queue.store.add(scan, by: Self.weekly, now: queue.now)
            }
            #expect(try await add(first) == .kept)
            #expect(try await add(scan("2", key: "k", at: queue.now)) == .existing(first))
            #expect(
                try await add(scan("3", key: "k", digest: "e", at: queue.now))
                    == .keyTaken(by: first))
            #expect(try await queue.store.scan(of: Self.anna, key: "k") == first)
            #expect(try await queue.store.scan("1", of: Self.anna) == first)
            #expect(try await queue.store.scan("1", of: Self.bert) == nil)
            #expect(try await queue.store.neededPhotos() == [TestQueue.photo])
            let stranger = Scan(
                id: "9", person: Self.bert, key: nil, digest: first.digest, answer: "{}",
                created: queue.now)
            #expect(try await add(stranger) == .gone)
        }
    }

    @Test func `scans are told newest first, page by page, and go with their photos`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            for id in ["1", "2", "3"] {
                let admission = try await queue.store.add(
                    scan(id, at: queue.now), by: PlanTable(), now: queue.now)
                #expect(admission == .kept)
            }
            func ids(before id: String?) async throws -> [String] {
                try await queue.store.scans(of: Self.anna, before: id, limit: 2).map(\.id)
            }
            #expect(try await ids(before: nil) == ["3", "2"])
            #expect(try await ids(before: "2") == ["1"])
            #expect(try await queue.store.firstScan(of: Self.anna)?.id == "1")
            #expect(
                try await queue.store.removeScan(
                    "2", asked: "coach_summary/2", of: Self.anna, now: queue.now))
            #expect(
                try await !queue.store.removeScan(
                    "2", asked: "coach_summary/2", of: Self.anna, now: queue.now))
            // Two others have the same photo.
            #expect(try await queue.store.markedPhotos().isEmpty)
            try await queue.store.beginToForget(Self.anna, now: queue.now)
            #expect(try await queue.store.markedPhotos() == [TestQueue.photo])
            #expect(try await ids(before: nil).isEmpty)
        }
    }
}
