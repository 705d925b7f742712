import Foundation
import Ground
import People
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ReminderTests {
    private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    private func moment(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text)) }

    private static func words() throws -> RoutineWords.Reminders {
        try #require(Words.preset(.routine).routine).reminders
    }

    private func state(
        _ rule: StreakRule = .calendar, done: String..., minutes: Int = 8 * 60,
        since: String? = nil
    ) throws -> ReminderState {
        var streak = Streak()
        for text in done { rule.add(try moment(text), to: &streak, in: berlin) }
        return ReminderState(
            zone: berlin, minutes: minutes, since: try since.map(moment), streak: streak,
            rule: rule)
    }

    private func due(_ state: ReminderState, _ now: String) throws -> Reminder? {
        state.due(at: try moment(now), words: try Self.words())
    }

    @Test func `nothing is due a minute before the wished time, and one reminder at it`() throws {
        #expect(try due(state(), "2026-11-21T06:59:59Z") == nil)
        let found = try #require(try due(state(), "2026-11-21T07:00:00Z"))
        #expect(found.kind == .daily)
        #expect(found.day.description == "2026-11-21")
        #expect(found.body == (try Self.words().daily.body))
    }

    @Test func `what was sent today is not due again, and is due tomorrow`() throws {
        var state = try state()
        state.sent = [
            .init(
                kind: .daily, day: try day("2026-11-21"),
                moment: try moment("2026-11-21T07:00:00Z"))
        ]
        #expect(try due(state, "2026-11-21T12:00:00Z") == nil)
        #expect(try due(state, "2026-11-22T07:00:00Z")?.kind == .daily)
    }

    @Test func `nothing is due once the day is done`() throws {
        #expect(try due(state(done: "2026-11-21T05:00:00Z"), "2026-11-21T19:00:00Z") == nil)
    }

    @Test(arguments: [
        // As a person would say them: 3 hours and 54 minutes are 4 hours.
        ("2026-11-21T19:06:00Z", "4 hours left to finish today's routine."),
        ("2026-11-21T19:31:00Z", "3 hours left to finish today's routine."),
        ("2026-11-21T20:59:00Z", "2 hours left to finish today's routine."),
    ])
    func `in the evening a streak at risk says how long it still lasts`(
        now: String, body: String
    ) throws {
        var state = try state(done: "2026-11-20T08:00:00Z")
        state.sent = [
            .init(
                kind: .daily, day: try day("2026-11-21"),
                moment: try moment("2026-11-21T07:00:00Z"))
        ]
        #expect(try due(state, "2026-11-21T18:59:59Z") == nil)
        let found = try #require(try due(state, now))
        #expect((found.kind, found.body) == (.atRisk, body))
    }

    @Test(arguments: [(0, "0 days"), (1, "1 day"), (2, "2 days"), (21, "21 days")])
    func `one is written as one`(count: Int, text: String) {
        #expect("{best} {day|days}".counting(count, as: "best") == text)
    }

    @Test(arguments: [
        // The clock skips 2:30; and shows it twice.
        ("2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z"),
        ("2026-10-25T00:29:59Z", "2026-10-25T00:30:00Z"),
    ])
    func `a change of the clock neither loses nor doubles a reminder`(
        before: String, at: String
    ) throws {
        var state = try state(minutes: 2 * 60 + 30)
        #expect(try due(state, before) == nil)
        let found = try #require(try due(state, at))
        state.sent = [.init(kind: found.kind, day: found.day, moment: found.moment)]
        #expect(state.due(at: try moment(at) + 3600, words: try Self.words()) == nil)
    }

    @Test func `a time that is changed counts from then on`() throws {
        // After the one of 8 was sent, 18 is another; what is past when it is chosen comes tomorrow.
        var moved = try state(minutes: 18 * 60, since: "2026-11-21T08:00:00Z")
        moved.sent = [
            .init(
                kind: .daily, day: try day("2026-11-21"),
                moment: try moment("2026-11-21T07:00:00Z"))
        ]
        #expect(try due(moved, "2026-11-21T16:59:00Z") == nil)
        #expect(try due(moved, "2026-11-21T17:00:00Z")?.kind == .daily)
        let late = try state(since: "2026-11-21T12:00:00Z")
        #expect(try due(late, "2026-11-21T12:00:00Z") == nil)
        #expect(try due(late, "2026-11-22T07:00:00Z")?.kind == .daily)
    }

    @Test func `the next two are those that come if nothing is done`() throws {
        let state = try state(.window, done: "2026-11-20T18:00:00Z", minutes: 21 * 60)
        let next = state.next(2, after: try moment("2026-11-20T19:00:00Z"), words: try Self.words())
        // Four hours before the streak ends at 19:00, and an hour before: the chosen time would be too late.
        #expect(next.map(\.kind) == [.atRisk, .daily])
        #expect(
            try next.map(\.moment) == ["2026-11-21T14:00:00Z", "2026-11-21T17:00:00Z"].map(moment))
        #expect(next.last?.body.contains("1-day") == true)
        let later = state.next(
            2, after: try moment("2026-11-21T18:00:01Z"), words: try Self.words())
        #expect(
            try later.map(\.moment) == ["2026-11-22T20:00:00Z", "2026-11-23T20:00:00Z"].map(moment))
        #expect(later.allSatisfy { !$0.body.contains("streak") })
    }

    /// Three days of a person who did the first one, asked every ten minutes, and every minute around the wished one.
    private struct Life: CustomTestStringConvertible {
        let zone: String
        let rule: StreakRule
        let done: Int
        let wish: Int
        let day: String

        var testDescription: String { "\(zone), \(rule), \(day), done at \(done), wish at \(wish)" }

        /// Usual days, and those before a day of 23 hours and one of 25.
        static let days = [
            "Europe/Berlin": ["2026-11-20", "2026-03-28", "2026-10-24"],
            "America/Los_Angeles": ["2026-11-20", "2026-03-07", "2026-10-31"],
            "Asia/Kathmandu": ["2026-11-20"],
        ]

        static let all: [Life] = {
            var lives: [Life] = []
            for (zone, days) in days.sorted(by: { $0.key < $1.key }) {
                for rule in StreakRule.allCases {
                    for day in days {
                        for done in [5, 390, 720, 1140, 1435] {
                            for wish in [180, 480, 1200, 1350] {
                                lives.append(
                                    Life(zone: zone, rule: rule, done: done, wish: wish, day: day))
                            }
                        }
                    }
                }
            }
            return lives
        }()
    }

    @Test(arguments: Life.all)
    private func `a person is reminded by day, in time, rarely, and in words that are true`(
        life: Life
    ) throws {
        let zone = try #require(TimeZone(identifier: life.zone))
        let first = try #require(LocalDay(life.day))
        var streak = Streak()
        life.rule.add(first.moment(minutes: life.done, in: zone), to: &streak, in: zone)
        var state = ReminderState(
            zone: zone, minutes: life.wish, streak: streak, rule: life.rule)
        let words = try Self.words()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        for offset in 0...2 {
            let day = first.adding(days: offset)
            let wish = day.moment(minutes: life.wish, in: zone)
            var now = day.start(in: zone)
            var ofDay: [Reminder] = []
            while now < day.end(in: zone) {
                let isWish = now == wish
                let livesThen = life.rule.shown(streak, at: now, in: zone) > 0
                let found = state.due(at: now, words: words)
                if let found {
                    ofDay.append(found)
                    let hour = calendar.component(.hour, from: now)
                    let chosen = now.timeIntervalSince(wish)
                    #expect(
                        (7..<22).contains(hour)
                            || found.kind == .daily && (0..<3600).contains(chosen))
                    #expect(state.sent.allSatisfy { now.timeIntervalSince($0.moment) >= 7200 })
                    let text = "\(found.title) \(found.body)".lowercased()
                    if !livesThen {
                        #expect(!text.contains("streak") && !text.contains("maintain"))
                    }
                    #expect(!text.contains("1 days") && !text.contains("1 hours"))
                    if found.kind == .atRisk {
                        #expect(livesThen)
                        let left = life.rule.deadline(of: streak, in: zone)?.timeIntervalSince(now)
                        let hours = Int((try #require(left) / 3600).rounded())
                        #expect(hours <= 5 && found.body.contains("\(max(1, hours)) hour"))
                    }
                    state.sent.append(.init(kind: found.kind, day: day, moment: now))
                }
                // The chosen one comes in its minute while the streak lives, unless it came already.
                if isWish, livesThen, offset > 0 {
                    #expect(ofDay.contains { $0.kind == .daily })
                }
                let step = (1...10).lazy.map { now + Double($0) * 60 }.first { $0 == wish }
                now = step ?? now + 600
            }
            #expect(ofDay.count <= 2 && (offset > 0 || ofDay.isEmpty))
        }
    }
}
