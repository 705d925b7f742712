import Foundation
import Ground
import People
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct StreakRuleTests {
    private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    private let tokyo = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
    private let honolulu = TimeZone(identifier: "Pacific/Honolulu") ?? .gmt

    private func moment(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    /// A streak whose days were done at these moments.
    private func streak(
        _ rule: StreakRule, _ moments: String..., in zone: TimeZone? = nil
    ) throws -> Streak {
        var streak = Streak()
        for text in moments { rule.add(try moment(text), to: &streak, in: zone ?? berlin) }
        return streak
    }

    @Test(arguments: [(0, 2), (1, 1), (-1, 2)])
    func `24 hours to the second keep a streak of the window`(late: Int, count: Int) throws {
        let first = "2026-11-20T10:00:00Z"
        var streak = try streak(.window, first)
        let next = try moment(first) + 86_400 + Double(late)
        #expect(StreakRule.window.shown(streak, at: next, in: berlin) == count - 1)
        StreakRule.window.add(next, to: &streak, in: berlin)
        #expect(streak.count == count)
        #expect(streak.totalDays == 2)
    }

    @Test(arguments: [
        // 25 hours and 23 hours long, and a usual day: to its last second, not one more.
        ("2026-10-24T20:00:00Z", "2026-10-25T22:59:59Z", 2),
        ("2026-10-24T20:00:00Z", "2026-10-25T23:00:00Z", 1),
        ("2026-03-28T20:00:00Z", "2026-03-29T21:59:59Z", 2),
        ("2026-03-28T20:00:00Z", "2026-03-29T22:00:00Z", 1),
        ("2026-11-20T05:00:00Z", "2026-11-21T22:59:59Z", 2),
        ("2026-11-20T05:00:00Z", "2026-11-21T23:00:00Z", 1),
    ])
    func `the end of the next day keeps a streak of the calendar`(
        first: String, next: String, count: Int
    ) throws {
        #expect(try streak(.calendar, first, next).count == count)
    }

    @Test(arguments: StreakRule.allCases)
    func `a day counts once, however often it is done`(rule: StreakRule) throws {
        let streak = try streak(
            rule, "2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z", "2026-11-20T22:59:59Z")
        #expect(streak.count == 1)
        #expect(streak.totalDays == 1)
        #expect(streak.lastDone == (try moment("2026-11-20T08:00:00Z")))
    }

    @Test(arguments: StreakRule.allCases)
    func `a streak that is over shows 0, and the next day begins with 1`(rule: StreakRule) throws {
        var streak = try streak(rule, "2026-11-20T08:00:00Z", "2026-11-21T07:00:00Z")
        let later = try moment("2026-11-25T08:00:00Z")
        #expect(rule.shown(streak, at: later, in: berlin) == 0)
        #expect(rule.isOver(streak, at: later, in: berlin))
        rule.add(later, to: &streak, in: berlin)
        #expect(rule.shown(streak, at: later, in: berlin) == 1)
        #expect((streak.best, streak.totalDays) == (2, 3))
    }

    @Test(arguments: [
        // Before the deadline there is nothing to save; then there is a day, and not a second more.
        (StreakRule.window, "2026-11-21T08:00:00Z", false),
        (.window, "2026-11-21T08:00:01Z", true), (.window, "2026-11-22T08:00:00Z", true),
        (.window, "2026-11-22T08:00:01Z", false), (.calendar, "2026-11-21T22:59:59Z", false),
        (.calendar, "2026-11-21T23:00:00Z", true), (.calendar, "2026-11-22T22:59:59Z", true),
        (.calendar, "2026-11-22T23:00:00Z", false),
    ])
    func `a freeze saves a streak for one day after its end`(
        rule: StreakRule, now: String, expected: Bool
    ) throws {
        var streak = try streak(rule, "2026-11-20T08:00:00Z")
        let now = try moment(now)
        #expect(rule.freeze(&streak, with: 1, at: now, in: berlin) == (expected ? 1 : 0))
        guard expected else { return }
        #expect(rule.shown(streak, at: now, in: berlin) == 1)
        rule.add(now, to: &streak, in: berlin)
        #expect((streak.count, streak.freezesUsed) == (2, 0))
    }

    @Test func `nobody who never did a day can freeze, or is at risk`() throws {
        for rule in StreakRule.allCases {
            let now = try moment("2026-11-20T20:00:00Z")
            #expect(rule.deadline(of: Streak(), in: berlin) == nil)
            var none = Streak()
            #expect(rule.freeze(&none, with: 9, at: now, in: berlin) == 0)
            #expect(!rule.isAtRisk(Streak(), at: now, in: berlin))
            #expect(rule.shown(Streak(), at: now, in: berlin) == 0)
        }
    }

    @Test(arguments: [
        // From 8 in the evening, or in the last 4 hours by day; never once the day is done, nor after the end.
        (StreakRule.calendar, "2026-11-21T18:59:59Z", false),
        (.calendar, "2026-11-21T19:00:00Z", true), (.calendar, "2026-11-21T22:59:59Z", true),
        (.calendar, "2026-11-21T23:00:00Z", false), (.calendar, "2026-11-20T22:00:00Z", false),
        (.window, "2026-11-21T05:59:59Z", false), (.window, "2026-11-21T06:00:00Z", true),
        (.window, "2026-11-21T08:00:00Z", true), (.window, "2026-11-21T08:00:01Z", false),
    ])
    func `a streak is at risk late on an open day`(
        rule: StreakRule, now: String, expected: Bool
    ) throws {
        let streak = try streak(rule, "2026-11-20T08:00:00Z")
        #expect(rule.isAtRisk(streak, at: try moment(now), in: berlin) == expected)
    }

    @Test func `a moved time zone never makes a deadline earlier`() throws {
        for rule in StreakRule.allCases {
            let streak = try streak(rule, "2026-11-20T08:00:00Z")
            let home = try #require(rule.deadline(of: streak, in: berlin))
            for zone in [tokyo, honolulu] {
                #expect(try #require(rule.deadline(of: streak, in: zone)) >= home)
            }
            // Honolulu's day ends later; only the calendar gives that time.
            let west = try #require(rule.deadline(of: streak, in: honolulu))
            #expect((west > home) == (rule == .calendar))
        }
    }

    @Test func `a day that a journey brings back is not counted again`() throws {
        var streak = try streak(.calendar, "2026-11-20T01:00:00Z", in: tokyo)
        #expect(streak.lastDay?.description == "2026-11-20")
        // In Honolulu it is still the 19th, and later the 20th.
        for text in ["2026-11-20T02:00:00Z", "2026-11-21T05:00:00Z"] {
            StreakRule.calendar.add(try moment(text), to: &streak, in: honolulu)
            #expect(streak.totalDays == 1)
        }
        StreakRule.calendar.add(try moment("2026-11-21T11:00:00Z"), to: &streak, in: honolulu)
        #expect((streak.count, streak.totalDays) == (2, 2))
    }

    /// A second way to count: by the list of all moments at which a day was done.
    @Test(arguments: 0..<40) func `random lives count as a list of days does`(seed: Int) {
        var chance = SplitMix64(state: UInt64(seed))
        let rule: StreakRule = seed.isMultiple(of: 2) ? .calendar : .window
        var streak = Streak()
        var now = Date(timeIntervalSince1970: 1_790_000_000)
        var done: [(moment: Date, day: LocalDay)] = []
        for _ in 0..<200 {
            now += Double(chance.next() % (40 * 3600))
            rule.add(now, to: &streak, in: berlin)
            let day = LocalDay(of: now, in: berlin)
            if done.last?.day != day { done.append((now, day)) }
            // From the end backwards, as long as neighbours are near enough.
            var count = done.isEmpty ? 0 : 1
            for (earlier, later) in zip(done, done.dropFirst()).reversed() {
                let isNear =
                    rule == .calendar
                    ? later.day.days(since: earlier.day) == 1
                    : later.moment.timeIntervalSince(earlier.moment) <= 86_400
                guard isNear else { break }
                count += 1
            }
            #expect(streak.count == count)
            #expect(streak.totalDays == done.count)
        }
        #expect(streak.best >= streak.count)
    }
}
