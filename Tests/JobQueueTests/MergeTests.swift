import Foundation
import Ground
import JobQueue
import Testing

@testable import Companion

@Suite(.timeLimit(.minutes(10)))
struct MergeTests {
    private static let space = Space("shop")
    private static let anon = Person.known("anon", in: space)
    private static let account = Person.known("account", in: space)

    private func moment(_ id: String, client: String, of person: Person) -> Moment {
        Moment(
            id: id, person: person, client: client, digest: String(repeating: "d", count: 64),
            day: TestQueue.today, happened: TestQueue.now, submitted: TestQueue.now,
            said: Moment.Said(
                text: id, note: nil, mood: nil, photos: 0, zone: "GMT",
                answer: Moment.Reply(reading: "cheer", text: "", isOfPool: false)))
    }

    private func add(_ queue: TestQueue, _ id: String, client: String, of person: Person)
        async throws
    {
        _ = try await queue.store.add(moment(id, client: client, of: person), now: queue.now) { _ in
            Moment.Reply(reading: "cheer", text: "Well done.", isOfPool: true)
        }
    }

    private func merge(
        _ queue: TestQueue, _ person: Person = anon, into other: Person = account
    ) async throws -> PersonMerge {
        try await queue.store.merge(person, into: other, by: .calendar, now: queue.now)
    }

    @Test func `all that a person has is the other's, and nothing names the person but the way`()
        async throws
    {
        try await TestQueue.with { queue in
            let things = Belongings(person: Self.anon)
            for operation in SpaceOperation.opening + SpaceOperation.filling {
                _ = try await operation.run(queue, Self.anon, things)
            }
            let jobs = try await queue.store.jobs(JobFilter(person: Self.anon)).map(\.id)
            #expect(!jobs.isEmpty)
            #expect(try await merge(queue) == .merged)
            for (table, row) in try await OwnedRows(of: queue).all(of: Self.anon.space)
            where !["merged", "store_name"].contains(table) {
                // Names of things have the name of their first owner, but the owner is another.
                let owner = "\"\(Self.anon)\""
                #expect(!row.contains(owner), "\(table): \(row)")
            }
            let rows = try await OwnedRows(of: queue).rows
            #expect(
                rows[Owner(space: "shop", person: "anon"), default: [:]].keys
                    .allSatisfy { $0 == "merged" })
            #expect(
                try await Set(queue.store.jobs(JobFilter(person: Self.account)).map(\.id))
                    == Set(jobs))
            #expect(try await queue.store.merged(Self.anon) == "account")
            #expect(try await queue.store.standing(of: Self.anon) == nil)
            #expect(try await !queue.store.entitlement(of: Self.account).all.isEmpty)
            // Again, and from further back, it is the same person.
            #expect(try await merge(queue) == .merged)
            let first = Person.known("first", in: Self.space)
            try await queue.admit(first)
            #expect(try await merge(queue, first, into: Self.anon) == .isOther("account"))
            #expect(try await merge(queue, Self.anon, into: first) == .isOther("account"))
        }
    }

    @Test func `what both have once stays, and what counts for a day counts for one`() async throws
    {
        try await TestQueue.with { queue in
            for person in [Self.anon, Self.account] { try await queue.admit(person) }
            try await add(queue, "a1", client: "same", of: Self.anon)
            try await add(queue, "a2", client: "other", of: Self.anon)
            try await add(queue, "b1", client: "same", of: Self.account)
            // A charge of each on the same day.
            for person in [Self.anon, Self.account] {
                _ = try await queue.submit(person)
                try await queue.run(to: .succeeded(outcome: "{}"))
            }
            #expect(try await merge(queue) == .merged)
            let moments = try await queue.store.moments(of: Self.account, limit: 9)
            #expect(Set(moments.map(\.id)) == ["a2", "b1"])
            let used = try await queue.store.usage(of: Self.account, cap: .ten, now: queue.now)
            #expect(used[Self.account]?.usedToday == 2)
            // The one that stayed behind is gone, and no late retry of the old id brings it.
            #expect(try await queue.store.moments(of: Self.anon, limit: 9).isEmpty)
            #expect(try await queue.store.moment("a1", of: Self.account) == nil)
        }
    }

    @Test func `what a person has deleted stays deleted for the other`() async throws {
        try await TestQueue.with { queue in
            for person in [Self.anon, Self.account] { try await queue.admit(person) }
            try await add(queue, "a1", client: "deleted", of: Self.anon)
            let wasThere = try await queue.store.removeMoment(
                "a1", asked: "praise/deleted", of: Self.anon, now: queue.now)
            #expect(wasThere)
            #expect(try await merge(queue) == .merged)
            let late = try await queue.store.add(
                moment("b1", client: "deleted", of: Self.account), now: queue.now
            ) { _ in
                Moment.Reply(reading: "cheer", text: "Well done.", isOfPool: true)
            }
            #expect(late == .removed)
            let changes = try await queue.store.changes(of: Self.account, after: 0, limit: 9)
            #expect(changes.filter(\.isGone).map(\.client) == ["deleted"])
        }
    }

    @Test func `the better streak stays, with the later day of the other one`() async throws {
        try await TestQueue.with { queue in
            func done(_ person: Person, count: Int, daysAgo: Int) async throws {
                try await queue.admit(person)
                let day = TestQueue.today.adding(days: -daysAgo)
                let at = queue.now - Double(daysAgo) * 86_400
                _ = try await queue.store.changeRoutine(of: person, on: day, now: at) {
                    $0.streak.count = count
                    $0.streak.best = count
                    $0.streak.lastDone = at
                    $0.streak.lastDay = day
                    $0.streak.zone = "GMT"
                    $0.streak.totalDays = count
                }
            }
            try await done(Self.anon, count: 5, daysAgo: 1)
            try await done(Self.account, count: 1, daysAgo: 0)
            try await queue.store.giveFreeze("f", to: Self.anon, now: queue.now)
            #expect(try await merge(queue) == .merged)
            let routine = try await queue.store.routine(of: Self.account, on: TestQueue.today)
            #expect((routine.streak.count, routine.streak.lastDay) == (6, TestQueue.today))
            #expect(routine.freezes == 1)
            // A store still knows the old id.
            let event = StoreEvent(
                id: "late", moment: queue.now, names: [StoreName(Self.anon)],
                change: .givesFreeze())
            try await queue.store.take(event, for: Self.account.space)
            #expect(
                try await queue.store.routine(of: Self.account, on: TestQueue.today).freezes == 2)
        }
    }

    @Test func `only what both allow goes to a model, and one who was asked is not asked again`()
        async throws
    {
        try await TestQueue.with { queue in
            for person in [Self.anon, Self.account] { try await queue.admit(person) }
            let asked = TestQueue.now
            _ = try await queue.store.changePreferences(of: Self.anon, now: queue.now) {
                $0.said.allowsModels = false
                $0.said.answeredModels = asked
                $0.said.equipsFreezes = true
            }
            _ = try await queue.store.changePreferences(of: Self.account, now: queue.now) {
                $0.said.theme = "calm"
            }
            #expect(try await merge(queue) == .merged)
            let said = try await queue.store.preferences(of: Self.account).said
            #expect(!said.allowsModels)
            #expect(said.answeredModels == asked)
            #expect(said.equipsFreezes == true)
            #expect(said.theme == "calm")
        }
    }

    /// What the person has said, the other, and what is the other's after a merge.
    private static let wishes: [(theirs: Preferences, ours: Preferences, merged: Preferences)] = {
        var (all, some, both) = (Preferences(), Preferences(), Preferences())
        all.timeZone = "Asia/Tokyo"
        all.seenZone = "Europe/Berlin"
        (all.wantsReminders, all.reminderMinutes, all.remindersSet) = (true, 600, TestQueue.now)
        all.said.persona = "bestie"
        all.said.theme = "Classic"
        all.said.faceShape = "oval"
        all.said.country = "DE"
        all.said.language = "de"
        all.said.isOnboarded = true
        all.said.equipsFreezes = true
        all.said.hasWritten = true
        (all.quiz, all.celebrity) = ("{}", "{}")
        // An app has only asked where the person is.
        some.seenZone = "GMT"
        both = all
        both.seenZone = "GMT"
        var own = all
        own.said.theme = "Minimal"
        own.said.isOnboarded = false
        // Reminders that were switched off stay off, with their time.
        (own.wantsReminders, own.reminderMinutes) = (false, 480)
        var kept = own
        kept.said.isOnboarded = true
        // They were wanted before the time of the change was noted.
        var old = Preferences()
        (old.wantsReminders, old.reminderMinutes) = (true, 420)
        var older = all
        (older.wantsReminders, older.reminderMinutes, older.remindersSet) = (true, 420, nil)
        return [
            (all, Preferences(), all), (all, some, both), (all, own, kept), (all, old, older),
            (Preferences(), own, own),
        ]
    }()

    @Test(arguments: wishes.indices)
    func `each thing that the other has not said is as the person said it`(index: Int)
        async throws
    {
        let (theirs, ours, merged) = Self.wishes[index]
        try await TestQueue.with { queue in
            for (person, wishes) in [(Self.anon, theirs), (Self.account, ours)] {
                try await queue.admit(person)
                guard wishes != Preferences() else { continue }
                _ = try await queue.store.changePreferences(of: person, now: queue.now) {
                    $0 = wishes
                }
            }
            #expect(try await merge(queue) == .merged)
            #expect(try await queue.store.preferences(of: Self.account) == merged)
        }
    }

    @Test func `nothing moves while a job runs, or of a person whom no one knows`() async throws {
        try await TestQueue.with { queue in
            #expect(try await merge(queue) == .unknown)
            try await queue.admit(Self.anon)
            try await add(queue, "a", client: "a", of: Self.anon)
            _ = try await queue.submit(Self.anon)
            let claim = try #require(try await queue.claim().claim)
            #expect(claim.job.person == Self.anon)
            #expect(try await merge(queue) == .busy)
            #expect(try await queue.store.moments(of: Self.anon, limit: 9).count == 1)
            try await queue.store.beginToForget(Self.account, now: queue.now)
            #expect(try await merge(queue) == .leaving)
        }
    }
}
