import Foundation
import Ground
import JobQueue
import People
import Testing

@testable import Companion

/// What becomes of a person's pages when one row of them cannot be read.
@Suite(.timeLimit(.minutes(10)))
struct DamagedDaysTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let ids = ["1", "2", "3"]
    private static let digest = String(repeating: "d", count: 64)
    private static let reply = Moment.Reply(reading: "light", text: "Nice.", isOfPool: true)
    /// As long as a day, which the tables ask for.
    private static let noDay = "2026-99-99"

    private func scan(_ id: String, key: String) -> Scan {
        Scan(
            id: id, person: Self.anna, key: key, digest: Self.digest, answer: Scan.sampleAnswer,
            created: TestQueue.now)
    }

    private func moment(_ id: String, client: String) -> Moment {
        Moment(
            id: id, person: Self.anna, client: client, digest: Self.digest, day: TestQueue.today,
            happened: TestQueue.now, submitted: TestQueue.now,
            said: Moment.Said(
                text: "Walked", note: nil, mood: nil, photos: 0, zone: "GMT", answer: Self.reply))
    }

    private func add(_ client: String, to queue: TestQueue) async throws -> TurnAdmission {
        let turn = Turn(
            id: client, person: Self.anna, role: .coach, client: client, digest: Self.digest,
            said: queue.now, words: Turn.Content(text: "Face the window.", goesToModels: true))
        return try await queue.store.add(
            turn, after: nil, asking: nil, pause: 0, now: queue.now
        ).place
    }

    private func tips(
        _ queue: TestQueue, after scan: String? = nil, names: String = ""
    ) async throws -> [String]? {
        let ids = Self.ids.map { names + $0 }
        return try await queue.store.tips(
            of: Self.anna, .short, for: "2026-11-21", ids: ids, after: scan, now: queue.now
        ) { _ in
            ids.map { Tip.Said(title: $0, body: "Try it.", part: "light", queries: []) }
        }?.map(\.id)
    }

    /// A queue with a scan, a moment, a turn and a tip of each id, of which those with one id are damaged.
    private func withDamage(
        of id: String, _ body: (TestQueue) async throws -> Void
    ) async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            for id in Self.ids {
                let admission = try await queue.store.add(
                    scan(id, key: id), by: PlanTable(), now: queue.now)
                #expect(admission == .kept)
                _ = try await queue.store.add(moment(id, client: id), now: queue.now) { _ in
                    Self.reply
                }
                _ = try await add(id, to: queue)
            }
            #expect(try await tips(queue) == Self.ids)
            try await queue.store.write { tx in
                try tx.run("UPDATE turn SET job = seq")
                try tx.run("UPDATE scan SET answer = '{}' WHERE id = ?", [id])
                for table in ["moment", "turn", "tip"] {
                    try tx.run("UPDATE \(table) SET said = '{}' WHERE id = ?", [id])
                }
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
            #expect(try await tips(queue) == rest)
            for id in Self.ids {
                let number: Int64? = try await queue.store.read { tx in
                    try tx.value("SELECT seq FROM turn WHERE id = ?", [id])
                }
                let job = try #require(number.flatMap(JobID.init(rawValue:)))
                #expect(try await queue.store.turn(of: job)?.id == (id == damaged ? nil : id))
            }
        }
    }

    @Test func `a damaged tip keeps its place, and the others of its period are chosen anew`()
        async throws
    {
        try await withDamage(of: "2") { queue in
            let done = try await queue.store.completeTip(
                "2", of: Self.anna, as: nil, now: queue.now)
            #expect(done == nil)
            // Those of a day are chosen anew after another scan.
            #expect(try await tips(queue, after: "1", names: "n") == ["n1", "n3"])
        }
    }

    @Test func `who sends again what is damaged gets an answer`() async throws {
        try await withDamage(of: "2") { queue in
            let store = queue.store
            #expect(try await store.scan(of: Self.anna, key: "2") == nil)
            let admission = try await store.add(
                scan("n", key: "2"), by: PlanTable(), now: queue.now)
            #expect(admission == .removed)
            #expect(try await add("2", to: queue) == .nameTaken)
            let again = moment("n", client: "2")
            let kept = try await store.add(again, now: queue.now) { _ in Self.reply }
            #expect(kept == .kept(again))
            #expect(try await store.moments(of: Self.anna, limit: 9).count == Self.ids.count)
        }
    }

    @Test func `a damaged scan or moment can be removed`() async throws {
        try await withDamage(of: "2") { queue in
            let isRemoved = try await queue.store.removeScan(
                "2", asked: "none", of: Self.anna, now: queue.now)
            #expect(isRemoved)
            let changed = try await queue.store.changeMoment(
                "2", asked: "none", replacesWords: true, of: Self.anna, now: queue.now
            ) {
                $0.isFavourite = true
            } reply: { _ in
                Self.reply
            }
            #expect(changed == nil)
            // Not even its day is known.
            _ = try await queue.store.write { tx in
                try tx.run("UPDATE moment SET day = ? WHERE id = '2'", [Self.noDay])
            }
            #expect(try await queue.store.client(ofMoment: "2", of: Self.anna) == "2")
            let isGone = try await queue.store.removeMoment(
                "2", asked: "none", of: Self.anna, now: queue.now)
            #expect(isGone)
        }
    }

    @Test func `a day that is damaged takes no other along, and not the streak`() async throws {
        try await TestQueue.with { queue in
            let store = queue.store
            let days = [TestQueue.today.adding(days: -1), TestQueue.today]
            try await queue.admit(Self.anna)
            for (number, day) in days.enumerated() {
                let done = queue.now + Double(number - 1) * 86_400
                _ = try await store.changeRoutine(of: Self.anna, on: day, now: done) {
                    $0.tick("water", at: done)
                    $0.streak = Streak(count: number + 1, on: day, at: done)
                }
                let sent = SentReminder(kind: .daily, day: day)
                #expect(try await store.noteSent(sent, to: Self.anna, now: done))
            }
            try await store.write { tx in
                for table in ["task", "done_day", "reminder"] {
                    try tx.run(
                        "UPDATE \(table) SET day = ? WHERE day = ?",
                        [Self.noDay, days[0].description])
                }
                try tx.run("UPDATE streak SET last_day = ?", [Self.noDay])
            }
            #expect(try await store.tasks(of: Self.anna, limit: .max).map(\.day) == [days[1]])
            #expect(try await store.sentReminders(of: Self.anna).map(\.reminder.day) == [days[1]])
            let history = try await store.routineDays(
                of: Self.anna, from: days[0], to: days[1].adding(days: 90))
            #expect(history.map(\.day) == [days[1]])
            let routine = try await store.routine(of: Self.anna, on: days[1])
            #expect(routine.days.map(\.day) == [days[1]])
            #expect(routine.streak == Streak(count: 2, on: days[1], at: queue.now))
        }
    }

    @Test func `damaged wishes ask no model, and keep no person from being reminded`()
        async throws
    {
        try await TestQueue.with { queue in
            let store = queue.store
            let bert = Person.known("bert", in: Self.anna.space)
            for person in [Self.anna, bert] {
                try await queue.admit(person)
                _ = try await store.changePreferences(of: person, now: queue.now) {
                    $0.wantsReminders = true
                    $0.timeZone = "Asia/Tokyo"
                }
            }
            _ = try await store.write { tx in
                try tx.run("UPDATE wish SET said = '{}' WHERE person = ?", [Self.anna.rawValue])
            }
            let wishes = try await store.preferences(of: Self.anna)
            #expect(wishes.timeZone == "Asia/Tokyo")
            #expect(wishes.allowsModels(in: SpaceSettings(provider: "local")) == false)
            let reminded = try await store.remindedPersons(
                of: Self.anna.space, limit: 9, now: queue.now)
            #expect(reminded.map(\.person) == [Self.anna, bert])
            _ = try await store.changePreferences(of: Self.anna, now: queue.now) {
                $0.said.allowsModels = true
            }
            #expect(try await store.preferences(of: Self.anna).said.allowsModels)
        }
    }

    @Test func `a damaged purchase gives what it gave, until the store says what was bought`()
        async throws
    {
        try await TestQueue.with { queue in
            let (store, space) = (queue.store, Self.anna.space)
            _ = try await store.add(space, SpaceSettings(provider: "local"), now: queue.now)
            func sell(_ entitlement: String, at second: Double) async throws {
                let purchase = Purchase(
                    transaction: "t", product: "month", entitlements: [entitlement])
                let event = StoreEvent(
                    id: "\(second)", moment: queue.now + second, names: [StoreName(Self.anna)],
                    change: .runs(purchase, StoreEvent.Term(.at(queue.now + 86_400))))
                try await store.take(event, for: space)
            }
            func rename(to plans: [String: Plan]) async throws {
                _ = try await store.change(space, now: queue.now) {
                    $0.plans.entitlements = plans
                }
            }
            func plan() async throws -> Plan {
                try await store.entitlement(of: Self.anna).plan(at: queue.now)
            }
            try await rename(to: ["gold": .pro])
            try await sell("gold", at: 5)
            _ = try await store.write { tx in
                try tx.run("UPDATE purchase SET entitlements = '{}'")
            }
            // Neither another table nor late news knows what was bought.
            try await rename(to: ["gold": .pro, "silver": .trial])
            try await sell("silver", at: 1)
            #expect(try await plan() == .pro)
            #expect(try await store.purchases(of: Self.anna).map(\.product) == ["month"])
            try await sell("silver", at: 9)
            #expect(try await plan() == .trial)
        }
    }

    @Test func `a plan whose name is damaged is not lost, and keeps no person from the list`()
        async throws
    {
        // A server checks each row.
        try await TestQueue.inFile { queue in
            let (store, space) = (queue.store, Self.anna.space)
            let bert = Person.known("bert", in: space)
            for person in [Self.anna, bert] {
                try await queue.admit(person)
                _ = try await store.set(
                    Entitlement(.trial, expires: queue.now + 60), of: person, said: queue.now)
            }
            try await store.write { tx in
                try tx.run("PRAGMA ignore_check_constraints = ON")
                try tx.run(
                    "UPDATE entitlement SET plan = 'prp' WHERE person = ?", [Self.anna.rawValue])
            }
            let persons = try await store.persons(of: space, after: nil, limit: 9)
            #expect(persons.map(\.person) == [Self.anna, bert])
            #expect(persons.map { $0.entitlement.plan(at: queue.now) } == [.pro, .trial])
            #expect(persons.map { $0.entitlement.plan(at: queue.now + 61) } == [.free, .free])
            let figures = try await store.figures(
                of: space, met: queue.now..<queue.now, streak: 1, now: queue.now)
            #expect(figures.plans == [.pro: 1, .trial: 1, .free: 0])
        }
    }
}

extension Streak {
    /// Days in a row until one of them.
    fileprivate init(count: Int, on day: LocalDay, at done: Date) {
        self.init()
        (self.count, lastDay, lastDone, zone) = (count, day, done, "GMT")
        (totalDays, best) = (count, count)
    }
}
