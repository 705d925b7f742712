import Foundation
import Ground
import JobQueue
import Testing

@Suite(.timeLimit(.minutes(2)))
struct MomentTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let day = LocalDay(of: TestQueue.now, in: .gmt)

    private func moment(
        _ id: String, client: String? = nil, digest: Character = "d", day: LocalDay = day,
        at moment: Date = TestQueue.now, reading: String = "cheer", language: String? = nil
    ) -> Moment {
        Moment(
            id: id, person: Self.anna, client: client ?? id,
            digest: String(repeating: digest, count: 64), day: day, happened: moment,
            submitted: moment,
            said: Moment.Said(
                text: "Walked", note: nil, mood: nil, photos: 0, zone: "GMT",
                answer: Moment.Reply(
                    reading: reading, language: language, text: "", isOfPool: false)))
    }

    private func add(
        _ queue: TestQueue, _ moment: Moment, line: String = "Well done.", isOfPool: Bool = true
    ) async throws -> MomentAdmission {
        try await queue.store.add(moment, now: queue.now) { _ in
            Moment.Reply(
                reading: moment.said.answer.reading, language: moment.said.answer.language,
                text: line, isOfPool: isOfPool)
        }
    }

    @Test func `a name makes one moment, however often and at once it comes`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            let admissions = try await withThrowingTaskGroup(of: MomentAdmission.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await add(
                            queue, moment("m\(number)", client: "walk"), line: "\(number)")
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let kept = admissions.compactMap { admission -> Moment? in
                if case .kept(let moment) = admission { moment } else { nil }
            }
            #expect(kept.count == 1)
            let moments = try await queue.store.moments(of: Self.anna, limit: 9)
            #expect(moments == kept)
            for case .existing(let moment) in admissions { #expect(moment == kept.first) }
            let other = try await add(queue, moment("x", client: "walk", digest: "e"))
            #expect(other == .nameTaken)
        }
    }

    @Test func `what is said knows the pool's lines of that day alone, in their order`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            _ = try await add(queue, moment("a"), line: "one")
            _ = try await add(queue, moment("b"), line: "two")
            _ = try await add(queue, moment("c"), line: "thanks", isOfPool: false)
            _ = try await add(queue, moment("d", day: Self.day.adding(days: 1)), line: "three")
            let admission = try await queue.store.add(moment("e"), now: queue.now) { said in
                Moment.Reply(
                    reading: "cheer", text: said.joined(separator: " "), isOfPool: true)
            }
            guard case .kept(let kept) = admission else {
                Issue.record("It was not kept.")
                return
            }
            #expect(kept.said.answer.text == "one two")
        }
    }

    @Test func `the first moment is noted, and leaving forgets even that`() async throws {
        try await TestQueue.with { queue in
            #expect(try await add(queue, moment("a")) == .gone)
            try await queue.admit(Self.anna)
            _ = try await add(queue, moment("a"))
            #expect(
                try await queue.store.removeMoment(
                    "a", asked: "praise/a", of: Self.anna, now: queue.now))
            #expect(try await queue.store.wishes(of: Self.anna).said.hasWritten)
            _ = try await add(queue, moment("b"))
            try await queue.store.beginToForget(Self.anna, now: queue.now)
            #expect(try await queue.store.moments(of: Self.anna, limit: 9).isEmpty)
            #expect(try await add(queue, moment("c")) == .gone)
            _ = try await queue.store.anonymiseCharges(of: Self.anna)
            #expect(try await !queue.store.wishes(of: Self.anna).said.hasWritten)
        }
    }

    @Test func `the language of what a person wrote last is noted, until another is known`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            func language(after id: String, in language: String?) async throws -> String? {
                _ = try await add(queue, moment(id, language: language))
                return try await queue.store.wishes(of: Self.anna).said.language
            }
            #expect(try await language(after: "a", in: nil) == nil)
            #expect(try await language(after: "b", in: "de") == "de")
            #expect(try await language(after: "c", in: nil) == "de")
            #expect(try await language(after: "d", in: "fr") == "fr")
            // The same moment again is no newer one.
            #expect(try await language(after: "b", in: "de") == "fr")
        }
    }

    @Test func `moments are told by when they happened, in pages, by day and by favourites`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            let yesterday = Self.day.adding(days: -1)
            for (id, day, offset) in [
                ("a", Self.day, 0), ("b", Self.day, -60), ("c", yesterday, 5), ("d", Self.day, 0),
            ] {
                _ = try await add(queue, moment(id, day: day, at: queue.now + Double(offset)))
            }
            func ids(_ filter: MomentFilter = MomentFilter(), after: String? = nil, limit: Int)
                async throws -> [String]
            {
                try await queue.store.moments(of: Self.anna, filter, after: after, limit: limit)
                    .map(\.id)
            }
            #expect(try await ids(limit: 9) == ["d", "a", "b", "c"])
            #expect(try await ids(limit: 2) == ["d", "a"])
            #expect(try await ids(after: "a", limit: 2) == ["b", "c"])
            #expect(try await ids(MomentFilter(day: yesterday), limit: 9) == ["c"])
            let liked = try await queue.store.setFavourite(true, "b", of: Self.anna)
            #expect(liked?.isFavourite == true)
            #expect(try await ids(MomentFilter(favouritesOnly: true), limit: 9) == ["b"])

            // The same id in another space is another person.
            let other = Person.known("anna", in: Space("team"))
            #expect(try await queue.store.moments(of: other, limit: 9).isEmpty)
            #expect(try await queue.store.moment("a", of: other) == nil)

            let bert = Person.known("bert", in: Self.anna.space)
            #expect(try await queue.store.moments(of: bert, limit: 9).isEmpty)
            #expect(try await queue.store.moment("a", of: bert) == nil)
            #expect(try await queue.store.setFavourite(true, "a", of: bert) == nil)
            #expect(
                try await !queue.store.removeMoment(
                    "a", asked: "praise/a", of: bert, now: queue.now))
            #expect(try await queue.store.moment("a", of: Self.anna)?.isFavourite == false)
        }
    }

    @Test func `a day has its count, its first moments, and how each was read, also by a model`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            for (id, offset, reading) in [
                ("a", 3, "cheer"), ("b", 1, "gentle"), ("c", 2, "neutral"), ("d", 4, "cheer"),
            ] {
                let at = queue.now + Double(offset)
                _ = try await add(queue, moment(id, at: at, reading: reading))
            }
            _ = try await add(queue, moment("e", day: Self.day.adding(days: -1)))
            try await answer("a", with: #"{"tone":"concern"}"#, in: queue)
            // A moment of another person, by the same name.
            let bert = Person.known("bert", in: Self.anna.space)
            try await queue.admit(bert)
            try await answer("b", of: bert, with: #"{"tone":"cheer"}"#, in: queue)
            let days = try await queue.store.momentDays(
                of: Self.anna, limit: 9, most: 3, asked: "praise/")
            #expect(days.map(\.count) == [4, 1])
            let readings = try #require(days.first?.readings)
            #expect(readings.map(\.reply.reading) == ["gentle", "neutral", "cheer", "cheer"])
            #expect(readings.map(\.answer) == [nil, nil, #"{"tone":"concern"}"#, nil])
            #expect(days.first?.first.map(\.id) == ["b", "c", "a"])
            let before = try await queue.store.momentDays(
                of: Self.anna, before: Self.day, limit: 9, most: 3, asked: "praise/")
            #expect(before.map(\.day) == [Self.day.adding(days: -1)])
        }
    }

    /// Lets a model answer what is asked about a moment.
    private func answer(
        _ client: String, of person: Person = anna, with answer: String, in queue: TestQueue
    ) async throws {
        let question = Question(
            key: "praise/\(client)", kind: JobKind(rawValue: "praise"), payload: "{}",
            provider: "gemini", fleeting: Fleeting(until: queue.now + 600, mostADay: 3))
        #expect(try await queue.store.ask(question, of: person, now: queue.now))
        try await queue.run(to: .succeeded(outcome: answer))
    }

    @Test func `people who come back are counted by the seventh day`() async throws {
        try await TestQueue.with { queue in
            let space = Self.anna.space
            let week: TimeInterval = 7 * 86_400
            for (name, seconds) in [
                ("early", week - 1), ("first", week), ("last", week + 86_399.999),
                ("late", week + 86_400),
                ("never", 0),
            ] {
                let person = Person.known(name, in: space)
                try await queue.admit(person)
                let at = queue.now + seconds
                _ = try await queue.store.changeRoutine(of: person, on: Self.day, now: at) {
                    $0.done["water"] = at
                    $0.streak.count = name == "first" ? 3 : 2
                    $0.streak.lastDone = at
                    $0.streak.lastDay = Self.day
                    $0.streak.zone = "GMT"
                    $0.streak.totalDays = 3
                    $0.streak.best = 3
                }
            }
            let pro = Entitlement(.pro, expires: queue.now + 10)
            _ = try await queue.store.set(pro, of: .known("first", in: space), said: queue.now)
            func figures(_ from: Date, at now: Date) async throws -> SpaceFigures {
                try await queue.store.figures(
                    of: space, met: from..<(from + 10), streak: 3, now: now)
            }
            let found = try await figures(queue.now, at: queue.now)
            #expect((found.persons, found.newcomers, found.returned) == (5, 5, 2))
            #expect(found.longStreaks == 1)
            #expect(found.plans == [.free: 4, .pro: 1])
            let later = try await figures(queue.now + 1, at: queue.now + 10)
            #expect((later.newcomers, later.returned) == (0, 0))
            #expect(later.plans == [.free: 5])
        }
    }
}
