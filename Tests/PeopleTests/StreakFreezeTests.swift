import Foundation
import Ground
import People
import Testing

@Suite(.timeLimit(.minutes(10)))
struct StreakFreezeTests {
    private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    private func moment(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    /// Three days in a row until the 22nd, at noon.
    private func streak(_ rule: StreakRule) throws -> Streak {
        var streak = Streak()
        for day in 20...22 {
            rule.add(try moment("2026-11-\(day)T11:00:00Z"), to: &streak, in: berlin)
        }
        return streak
    }

    @Test(arguments: [
        // Whole days after the end of the streak, how many freezes there are, and how many it takes.
        (-1, 5, 0), (0, 1, 1), (0, 0, 0), (1, 1, 0), (1, 2, 2), (1, 5, 2), (4, 5, 5), (5, 5, 0),
    ])
    func `each missed day takes a freeze, and freezes that do not reach stay`(
        late: Int, freezes: Int, used: Int
    ) throws {
        for rule in StreakRule.allCases {
            var streak = try streak(rule)
            let end = try #require(rule.deadline(of: streak, in: berlin))
            let now = end + Double(late) * 86_400 + 60
            #expect(rule.freeze(&streak, with: freezes, at: now, in: berlin) == used)
            #expect(streak.freezesUsed == used)
            #expect(rule.shown(streak, at: now, in: berlin) == (late < 0 || used > 0 ? 3 : 0))
        }
    }

    @Test(arguments: StreakRule.allCases)
    func `a day that was done before the freeze counts after it`(rule: StreakRule) throws {
        var streak = try streak(rule)
        let now = try moment("2026-11-24T09:00:00Z")
        #expect(rule.isOver(streak, at: now, in: berlin))
        rule.add(now, to: &streak, in: berlin)
        #expect((streak.count, streak.best) == (1, 3))
        #expect(rule.freeze(&streak, with: 0, at: now + 60, in: berlin) == 0)
        #expect(rule.freeze(&streak, with: 1, at: now + 60, in: berlin) == 1)
        #expect((streak.count, streak.best, streak.freezesUsed) == (4, 4, 0))
        // Once.
        #expect(rule.freeze(&streak, with: 9, at: now + 60, in: berlin) == 0)
    }

    @Test(arguments: StreakRule.allCases)
    func `another day that is done gives the lost streak up`(rule: StreakRule) throws {
        var streak = try streak(rule)
        for day in 24...25 {
            rule.add(try moment("2026-11-\(day)T09:00:00Z"), to: &streak, in: berlin)
        }
        let now = try moment("2026-11-25T10:00:00Z")
        #expect(rule.freeze(&streak, with: 9, at: now, in: berlin) == 0)
        #expect(streak.count == 2)
    }
}
