import Foundation
import Testing

@testable import Companion
@testable import Database
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
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
            answer: Scan.sampleAnswer, photo: TestQueue.photo, created: moment)
    }

    /// An event of a subscription.
    private func event(
        _ id: String, _ change: StoreEvent.Change, of persons: [Person] = [Self.anna],
        anonymous: String? = nil, at moment: Date = TestQueue.now
    ) -> StoreEvent {
        StoreEvent(
            id: id, moment: moment,
            names: persons.map(StoreName.init)
                + [anonymous.flatMap(StoreName.init(anonymous:))].compactMap(\.self),
            change: change)
    }

    private func month(_ product: String = "month", _ entitlements: [String]? = nil) -> Purchase {
        Purchase(transaction: "t-\(product)", product: product, entitlements: entitlements)
    }

    private static let untilTomorrow = StoreEvent.Term(.at(TestQueue.now + 86_400))

    private func plan(
        of person: Person = Self.anna, _ queue: TestQueue, at moment: Date = TestQueue.now
    ) async throws -> Plan {
        try await queue.store.entitlement(of: person).plan(at: moment)
    }

    /// How many rows the tables about a store's customers have.
    private func rows(_ queue: TestQueue) async throws -> Int {
        try await queue.store.read { tx in
            try ["purchase", "store_name", "entitlement"].reduce(0) {
                $0 + (try tx.value("SELECT count(*) FROM \($1)") ?? 0)
            }
        }
    }

    /// The names of a store's customers, but for hashes.
    private func names(_ queue: TestQueue) async throws -> [String] {
        try await queue.store.read { tx in
            try tx.values("SELECT name FROM store_name WHERE length(name) <> 64 ORDER BY name")
        }
    }

    @Test func `a plan ends at its time`() {
        let plan = Entitlement(.pro, expires: TestQueue.now)
        #expect(plan.plan(at: TestQueue.now - 1) == .pro)
        #expect(plan.plan(at: TestQueue.now) == .free)
        #expect(Entitlement(.trial).plan(at: .distantFuture) == .trial)
    }

    @Test func `the best plan is the longest of the highest that are valid`() {
        let now = TestQueue.now
        let all = Entitlements([
            Entitlement(.pro, expires: now), Entitlement(.trial),
            Entitlement(.pro, expires: now + 9),
            Entitlement(.pro, expires: now + 20), Entitlement(.free),
        ])
        #expect(all.best(at: now) == Entitlement(.pro, expires: now + 20))
        #expect(all.best(at: now + 20) == Entitlement(.trial))
        #expect(Entitlements([]).best(at: now) == .none)
    }

    @Test func `an operator's grant and a purchase stand side by side`() async throws {
        try await TestQueue.with { queue in
            let space = Self.anna.space
            _ = try await queue.store.add(space, SpaceSettings(provider: "local"), now: queue.now)
            try await queue.store.take(
                event("1", .runs(month(), Self.untilTomorrow)), for: space)
            let known = try #require(
                try await queue.store.set(Entitlement(.trial), of: Self.anna, said: queue.now))
            #expect(known.best(at: queue.now) == Entitlement(.pro, expires: queue.now + 86_400))
            // The news of a renewal may be an hour late.
            #expect(try await plan(queue, at: queue.now + 86_400 + 3599) == .pro)
            #expect(try await plan(queue, at: queue.now + 86_400 + 3600) == .trial)
            let bought = try await queue.store.purchases(of: Self.anna)
            #expect(bought.map(\.product) == ["month"])
            #expect(
                bought.map(\.entitlement) == [Entitlement(.pro, expires: queue.now + 86_400)])
            #expect(try await queue.store.purchases(of: Self.bert).isEmpty)
            _ = try await queue.store.set(.none, of: Self.anna, said: queue.now - 1)
            #expect(try await plan(queue, at: queue.now + 90_000) == .trial)
            #expect(try await plan(of: Self.bert, queue) == .free)
        }
    }

    @Test
    func
        `products and entitlements give the plans that the space says, also when it says otherwise`()
        async throws
    {
        try await TestQueue.with { queue in
            let space = Self.anna.space
            _ = try await queue.store.add(space, SpaceSettings(provider: "local"), now: queue.now)
            let bought = [month("m"), month("y:base", ["gold"]), month("other", [])]
            for (number, purchase) in bought.enumerated() {
                let person = Person.known("p\(number)", in: space)
                try await queue.store.take(
                    event("\(number)", .runs(purchase, Self.untilTomorrow), of: [person]),
                    for: space)
            }
            func plans() async throws -> [Plan] {
                var plans: [Plan] = []
                for number in bought.indices {
                    plans.append(
                        try await plan(of: Person.known("p\(number)", in: space), queue))
                }
                return plans
            }
            func set(_ products: [String: Plan], _ entitlements: [String: Plan]) async throws {
                _ = try await queue.store.change(space, now: queue.now) { settings in
                    settings.plans.products = products
                    settings.plans.entitlements = entitlements
                }
            }
            #expect(try await plans() == [.pro, .pro, .pro])
            try await set(["m": .trial], [:])
            #expect(try await plans() == [.trial, .free, .free])
            try await set(["m": .trial, "y": .pro], ["gold": .trial])
            #expect(try await plans() == [.trial, .pro, .free])
            try await set([:], ["gold": .pro])
            #expect(try await plans() == [.free, .pro, .free])
            // A product that gives nothing ends nothing.
            try await queue.store.take(
                event(
                    "9", .ends(month("other", [])), of: [Person.known("p1", in: space)],
                    at: queue.now + 1), for: space)
            #expect(try await plans() == [.free, .pro, .free])
        }
    }

    /// The products of what is kept apart of persons who have left.
    private func apart(_ queue: TestQueue) async throws -> [String?] {
        try await queue.store.departedPurchases(of: Self.anna.space, limit: 9)
            .map(\.product)
    }

    /// Gives a queue whose space Anna has left, and whose store goes on to speak of her.
    private func withDeparted(
        _ change: StoreEvent.Change, _ body: (TestQueue) async throws -> Void
    ) async throws {
        try await TestQueue.with { queue in
            let space = Self.anna.space
            _ = try await queue.store.add(space, SpaceSettings(provider: "local"), now: queue.now)
            try await queue.admit(Self.anna)
            try await queue.store.beginToForget(Self.anna, now: queue.now)
            _ = try await queue.store.anonymiseCharges(of: Self.anna)
            try await queue.store.take(event("1", change), for: space)
            try await body(queue)
        }
    }

    @Test func `a purchase of a person who has left is the person's again who comes back`()
        async throws
    {
        try await withDeparted(.runs(month(), Self.untilTomorrow)) { queue in
            #expect(try await plan(queue) == .free)
            #expect(try await apart(queue) == ["month"])
            try await queue.admit(Self.anna)
            #expect(try await plan(queue) == .pro)
            #expect(try await apart(queue).isEmpty)
            // What the store says next is of the same purchase.
            try await queue.store.take(
                event("2", .ends(month()), at: queue.now + 1), for: Self.anna.space)
            #expect(try await plan(queue, at: queue.now + 1) == .free)
            #expect(try await queue.store.purchases(of: Self.anna).count == 1)
        }
    }

    @Test func `who leaves once more takes along what was kept apart`() async throws {
        try await withDeparted(.runs(month(), Self.untilTomorrow)) { queue in
            try await queue.store.beginToForget(Self.anna, now: queue.now)
            #expect(try await apart(queue).isEmpty)
            #expect(try await rows(queue) == 0)
        }
    }

    @Test func `what is said of a person who has left goes a while after its end, and no sooner`()
        async throws
    {
        try await withDeparted(.runs(month(), Self.untilTomorrow)) { queue in
            let space = Self.anna.space
            let end = queue.now + 86_400
            for (id, term) in [("2", StoreEvent.Term(.never)), ("3", .init(.at(end + 1)))] {
                try await queue.store.take(event(id, .runs(month(id), term)), for: space)
            }
            // Another person's, which ended as well, and a grant to one whom the space has not met.
            try await queue.admit(Self.bert)
            try await queue.store.take(
                event("4", .runs(month("4"), Self.untilTomorrow), of: [Self.bert]), for: space)
            for person in [Self.bert, Person.known("carl", in: space)] {
                _ = try await queue.store.set(
                    Entitlement(.trial, expires: end), of: person, said: queue.now)
            }
            #expect(try await Set(apart(queue)) == ["month", "2", "3"])
            #expect(try await queue.store.removeDepartedPurchases(endedBefore: end) == 0)
            #expect(try await queue.store.removeDepartedPurchases(endedBefore: end + 1) == 2)
            #expect(try await Set(apart(queue)) == ["2", "3"])
            #expect(try await plan(of: Self.bert, queue) == .pro)
            // With the last purchase the name goes.
            try await queue.store.take(
                event("5", .ends(month("2")), at: queue.now + 1), for: space)
            #expect(
                try await queue.store.removeDepartedPurchases(endedBefore: .distantFuture) == 2)
            #expect(try await apart(queue).isEmpty)
            // A purchase, a name and a grant: all of them Bert's.
            #expect(try await rows(queue) == 3)
        }
    }

    @Test func `a store's word of a person who has left takes nothing from another`() async throws {
        try await withDeparted(.none) { queue in
            let space = Self.anna.space
            try await queue.admit(Self.bert)
            let runs = StoreEvent.Change.runs(month(), Self.untilTomorrow)
            try await queue.store.take(event("2", runs, of: [Self.bert]), for: space)
            try await queue.store.take(event("3", runs, at: queue.now + 1), for: space)
            #expect(try await plan(of: Self.bert, queue) == .pro)
            #expect(try await apart(queue).isEmpty)
        }
    }

    @Test func `what a store says of a person who leaves or has left is kept apart`()
        async throws
    {
        try await TestQueue.with { queue in
            let space = Self.anna.space
            _ = try await queue.store.add(space, SpaceSettings(provider: "local"), now: queue.now)
            let runs = StoreEvent.Change.runs(month(), Self.untilTomorrow)
            try await queue.store.take(event("1", runs, anonymous: "$1"), for: space)
            try await queue.store.take(
                event("2", .runs(month("b"), Self.untilTomorrow), of: [Self.bert]), for: space)
            #expect(try await rows(queue) == 5)
            // While she leaves, and after she has left: by her id, by the store's, and by both.
            for step in 0..<2 {
                if step == 0 {
                    try await queue.store.beginToForget(Self.anna, now: queue.now)
                } else {
                    _ = try await queue.store.anonymiseCharges(of: Self.anna)
                }
                for (number, who) in [
                    ([Self.anna], nil), ([], "$1"), ([Self.anna], "$1"), ([Self.anna], "$new"),
                ].enumerated() {
                    try await queue.store.take(
                        event(
                            "3 \(step) \(number)", runs, of: who.0, anonymous: who.1,
                            at: queue.now + 1), for: space)
                    try await queue.store.take(
                        event("4 \(step) \(number)", .givesFreeze(), of: who.0, anonymous: who.1),
                        for: space)
                }
                // Without a name by which anyone is known.
                #expect(try await names(queue) == [Self.bert.rawValue])
                #expect(try await apart(queue) == ["month"])
                #expect(try await plan(queue) == .free)
                #expect(try await plan(of: Self.bert, queue) == .pro)
            }
            // Her purchase goes to the other person, whose id alone is written.
            try await queue.store.take(
                event("5", runs, of: [Self.bert, Self.anna], at: queue.now + 2), for: space)
            #expect(try await names(queue) == [Self.bert.rawValue])
            #expect(try await apart(queue).isEmpty)
            #expect(try await queue.store.purchases(of: Self.bert).count == 2)
            // She is back, as somebody whom the space meets for the first time.
            try await queue.admit(Self.anna)
            try await queue.store.take(
                event("6", .runs(month("new"), Self.untilTomorrow)), for: space)
            #expect(try await plan(queue) == .pro)
        }
    }

    @Test func `what two persons share stays the other's when one leaves`() async throws {
        try await TestQueue.with { queue in
            let space = Self.anna.space
            _ = try await queue.store.add(space, SpaceSettings(provider: "local"), now: queue.now)
            try await queue.store.take(
                event(
                    "1", .runs(month(), Self.untilTomorrow), of: [Self.anna, Self.bert],
                    anonymous: "$1"), for: space)
            #expect(try await plan(queue) == .pro)
            try await queue.store.beginToForget(Self.anna, now: queue.now)
            #expect(try await plan(queue) == .free)
            #expect(try await plan(of: Self.bert, queue) == .pro)
        }
    }

    @Test func `persons are listed and counted with the best of their plans`() async throws {
        try await TestQueue.with { queue in
            let space = Self.anna.space
            _ = try await queue.store.add(space, SpaceSettings(provider: "local"), now: queue.now)
            for person in [Self.anna, Self.bert] { try await queue.admit(person) }
            try await queue.store.take(
                event("1", .runs(month(), Self.untilTomorrow)), for: space)
            _ = try await queue.store.set(Entitlement(.trial), of: Self.anna, said: queue.now)
            _ = try await queue.store.set(Entitlement(.trial), of: Self.bert, said: queue.now)
            let listed = try await queue.store.persons(of: space, after: nil, limit: 9)
            #expect(listed.map { $0.entitlement.plan(at: queue.now) } == [.pro, .trial])
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

    @Test func `of scans at once, one has the place of the week`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            let others = try (0..<8).map { _ in try queue.another() }
            let kept = try await withThrowingTaskGroup(of: Bool.self) { group in
                for (number, other) in others.enumerated() {
                    let scan = scan("\(number)", at: queue.now)
                    group.addTask {
                        try await other.store.add(scan, by: Self.weekly, now: scan.created) == .kept
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(kept == 1)
            for other in others { try other.store.close() }
        }
    }

    @Test func `a scan that could not be kept gives its place back, and no other does`()
        async throws
    {
        try await TestQueue.with { queue in
            for person in [Self.anna, Self.bert] { try await queue.admit(person) }
            func add(_ id: String, at moment: Date) async throws -> ScanAdmission {
                try await queue.store.add(
                    scan(id, key: "k\(id)", at: moment), by: Self.weekly, now: moment)
            }
            func remove(_ id: String, givesPlaceBack: Bool, at moment: Date) async throws {
                let isThere = try await queue.store.removeScan(
                    id, asked: "coach_summary/\(id)", of: Self.anna,
                    givesPlaceBack: givesPlaceBack, now: moment)
                #expect(isThere)
            }
            #expect(try await add("1", at: queue.now) == .kept)
            try await remove("1", givesPlaceBack: true, at: queue.now)
            #expect(try await queue.store.markedPhotos() == [TestQueue.photo])
            #expect(try await add("2", at: queue.now + 1) == .kept)
            let later = queue.now + 1 + Self.week
            #expect(try await add("3", at: later) == .kept)
            try await remove("3", givesPlaceBack: true, at: later)
            // The place of the scan before it is used up as it was.
            #expect(try await add("4", at: later - 1) == .refused(.later(later)))
            #expect(try await add("4", at: later) == .kept)
            try await remove("4", givesPlaceBack: false, at: later)
            #expect(try await add("5", at: later) == .refused(.later(later + Self.week)))
        }
    }

    @Test func `a scan has one place however often its key is sent`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            var first = scan("1", key: "k", at: queue.now)
            // The plan shows all of it, and goes on to do so.
            first.isWhole = true
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
            let photos = [TestQueue.photo]
            #expect(try await queue.store.neededPhotos(among: photos) == Set(photos))
            let stranger = Scan(
                id: "9", person: Self.bert, key: nil, digest: first.digest,
                answer: Scan.sampleAnswer,
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
                let all = try await queue.store.scans(of: Self.anna, limit: 9)
                let place = all.first { $0.id == id }?.place.seq
                return try await queue.store.scans(of: Self.anna, before: place, limit: 2)
                    .map(\.id)
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
