import Foundation
import Ground
import JobQueue
import Testing

@testable import Companion

@Suite(.timeLimit(.minutes(10)))
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
            // A retry may have another digest, where an older version made it; other words, or another time, are another.
            let again = try await add(queue, moment("x", client: "walk", digest: "e"))
            let first = try #require(kept.first)
            #expect(again == .existing(first))
            let other = try await add(
                queue, moment("x", client: "walk", digest: "e", at: queue.now + 1))
            #expect(other == .nameTaken(by: first))
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
            #expect(try await queue.store.preferences(of: Self.anna).said.hasWritten)
            _ = try await add(queue, moment("b"))
            try await queue.store.beginToForget(Self.anna, now: queue.now)
            #expect(try await queue.store.moments(of: Self.anna, limit: 9).isEmpty)
            #expect(try await add(queue, moment("c")) == .gone)
            _ = try await queue.store.anonymiseCharges(of: Self.anna)
            #expect(try await !queue.store.preferences(of: Self.anna).said.hasWritten)
        }
    }

    @Test func `the language of what a person wrote last is noted, until another is known`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            func language(after id: String, in language: String?) async throws -> String? {
                _ = try await add(queue, moment(id, language: language))
                return try await queue.store.preferences(of: Self.anna).said.language
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
            func ids(
                _ filter: MomentFilter = MomentFilter(), after: MomentPlace? = nil, limit: Int
            ) async throws -> [String] {
                try await queue.store.moments(of: Self.anna, filter, after: after, limit: limit)
                    .map(\.id)
            }
            #expect(try await ids(limit: 9) == ["d", "a", "b", "c"])
            #expect(try await ids(limit: 2) == ["d", "a"])
            let moments = try await queue.store.moments(of: Self.anna, limit: 9)
            for (place, rest) in [(0, ["a", "b", "c"]), (1, ["b", "c"]), (3, [])] {
                #expect(try await ids(after: MomentPlace(moments[place]), limit: 9) == rest)
            }
            #expect(try await ids(MomentFilter(day: yesterday), limit: 9) == ["c"])
            let liked = try await like(queue, "b", of: Self.anna)
            #expect(liked?.isFavourite == true)
            #expect(try await ids(MomentFilter(isFavourite: true), limit: 9) == ["b"])

            // The same id in another space is another person.
            let other = Person.known("anna", in: Space("team"))
            #expect(try await queue.store.moments(of: other, limit: 9).isEmpty)
            #expect(try await queue.store.moment("a", of: other) == nil)

            let bert = Person.known("bert", in: Self.anna.space)
            #expect(try await queue.store.moments(of: bert, limit: 9).isEmpty)
            #expect(try await queue.store.moment("a", of: bert) == nil)
            #expect(try await like(queue, "a", of: bert) == nil)
            #expect(
                try await !queue.store.removeMoment(
                    "a", asked: "praise/a", of: bert, now: queue.now))
            #expect(try await queue.store.moment("a", of: Self.anna)?.isFavourite == false)
        }
    }

    @Test func `the next page begins where the last one ended, also if that moment is gone`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            for number in 0..<6 {
                // Two of each time.
                let at = queue.now + Double(number / 2)
                _ = try await add(queue, moment("\(number)", at: at))
            }
            let page = try await queue.store.moments(of: Self.anna, limit: 3)
            #expect(page.map(\.id) == ["5", "4", "3"])
            let last = try #require(page.last)
            #expect(
                try await queue.store.removeMoment(
                    last.id, asked: "praise/3", of: Self.anna, now: queue.now))
            _ = try await add(queue, moment("new", at: queue.now + 9))
            let rest = try await queue.store.moments(
                of: Self.anna, after: MomentPlace(last), limit: 9)
            #expect(rest.map(\.id) == ["2", "1", "0"])
        }
    }

    private func like(
        _ queue: TestQueue, _ id: String, of person: Person
    ) async throws -> Moment? {
        try await queue.store.changeMoment(
            id, asked: "praise/\(id)", replacesWords: false, of: person, now: queue.now
        ) {
            $0.isFavourite = true
        } reply: { _ in
            Moment.Reply(reading: "neutral", text: "not made", isOfPool: false)
        }
    }

    @Test func `a removed moment stays removed against late retries, for its own person alone`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            _ = try await add(queue, moment("a"))
            #expect(
                try await queue.store.removeMoment(
                    "a", asked: "praise/a", of: Self.anna, now: queue.now))
            #expect(try await add(queue, moment("b", client: "a")) == .removed)
            #expect(try await queue.store.moments(of: Self.anna, limit: 9).isEmpty)
            let bert = Person.known("bert", in: Self.anna.space)
            try await queue.admit(bert)
            let his = Moment(
                id: "c", person: bert, client: "a", digest: String(repeating: "d", count: 64),
                day: Self.day, happened: queue.now, submitted: queue.now,
                said: moment("c").said)
            guard case .kept = try await add(queue, his) else {
                Issue.record("Another person's moment is refused.")
                return
            }
            // Upkeep dates it first, and forgets it 30 days later.
            let month: TimeInterval = 30 * 86_400
            for (seconds, isForgotten) in [(0.0, false), (month - 1, false), (month + 1, true)] {
                try await queue.store.forgetOldChanges(now: queue.now + seconds)
                let again = try await add(queue, moment("b", client: "a"))
                #expect((again == .removed) == !isForgotten, "\(seconds)")
            }
        }
    }

    @Test func `other words get another reply, and withdraw the question; another time does not`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            _ = try await add(queue, moment("a"))
            _ = try await add(queue, moment("b"), line: "One more.")
            try await answer("a", with: #"{"tone":"cheer"}"#, in: queue)
            func edit(
                _ isRewritten: Bool, _ body: @Sendable (inout Moment) -> Void
            ) async throws -> Moment {
                let changed = try await queue.store.changeMoment(
                    "a", asked: "praise/a", replacesWords: isRewritten, of: Self.anna,
                    now: queue.now, body
                ) { said in
                    Moment.Reply(
                        reading: "cheer", text: said.joined(separator: " "), isOfPool: true)
                }
                let moment = try #require(changed)
                #expect(try await queue.store.moment("a", of: Self.anna) == moment)
                return moment
            }
            let earlier = try await edit(false) {
                $0.day = Self.day.adding(days: -1)
                $0.happened -= 86_400
            }
            #expect(earlier.said.answer.text == "Well done.")
            let reply = try await queue.store.reply(
                to: "praise/a", of: Self.anna, now: queue.now)
            guard case .answered = reply else {
                Issue.record("The answer is gone: \(reply)")
                return
            }
            let back = try await edit(true) {
                $0.day = Self.day
                $0.said.text = "Swam"
            }
            // Its own line of before may be said again.
            #expect(back.said.answer.text == "One more.")
            guard
                case .gone = try await queue.store.reply(
                    to: "praise/a", of: Self.anna, now: queue.now)
            else {
                Issue.record("The words of before have an answer.")
                return
            }
            // What was sent first is still the same moment.
            let retry = try await add(queue, moment("z", client: "a"))
            #expect(retry == .existing(back))
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
            provider: "gemini", fleeting: Fleeting(until: queue.now + 600, dailyLimit: 3))
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
                    $0.tick("water", at: at)
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
