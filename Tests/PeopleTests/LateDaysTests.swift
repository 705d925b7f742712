import Foundation
import Ground
import People
import TestSupport
import Testing

/// Days of tasks that a phone sends late, and in any order.
@Suite(.timeLimit(.minutes(10)))
struct LateDaysTests {
    private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    private func moment(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    /// What becomes of days that arrive in an order.
    private func streak(_ rule: StreakRule, _ moments: [Date]) -> Streak {
        var streak = Streak()
        var days: [StreakDay] = []
        for moment in moments { add(moment, rule, to: &streak, &days) }
        return streak
    }

    /// Adds a day, and keeps the days as the queue does.
    private func add(
        _ moment: Date, _ rule: StreakRule, to streak: inout Streak, _ days: inout [StreakDay]
    ) {
        let day = LocalDay(of: moment, in: berlin)
        let before = days.last { $0.day < day }?.day ?? day
        var near = days.filter { $0.day >= before }
        rule.add(moment, to: &streak, among: &near, in: berlin)
        days = days.filter { $0.day < before } + near
        guard let last = streak.lastDay, let done = streak.lastDone else { return }
        days.removeAll { $0.day == last }
        days.append(
            StreakDay(
                day: last, done: done, zone: berlin.identifier, count: streak.count,
                freezesUsed: streak.freezesUsed))
    }

    @Test(arguments: [
        // The 15th, then the 17th, and the 16th at last: three in a row.
        ([15, 17, 16], 3), ([17, 16, 15], 3), ([15, 17, 16, 16, 15], 3), ([15, 17], 1),
        ([14, 16, 17, 15], 4), ([12, 15, 14], 2), ([15, 12], 1),
    ])
    func `days count where they belong, each once`(order: [Int], count: Int) throws {
        let moments = try order.map { try moment("2026-12-\($0)T18:00:00Z") }
        let found = streak(.calendar, moments)
        #expect(found.count == count)
        #expect(found.totalDays == Set(order).count)
        #expect(found.best >= count)
        #expect(found.lastDay?.description == "2026-12-\(order.max() ?? 0)")
    }

    @Test func `a day that was done before midnight and is sent after it is that day`() throws {
        var found = streak(.calendar, [try moment("2026-12-15T17:00:00Z")])
        var days: [StreakDay] = []
        add(try moment("2026-12-16T22:50:00Z"), .calendar, to: &found, &days)
        #expect((found.count, found.lastDay?.description) == (2, "2026-12-16"))
    }

    @Test(arguments: 0..<40) func `whatever the order, the days are the same`(seed: Int) {
        var chance = SplitMix64(state: UInt64(seed))
        let rule: StreakRule = seed.isMultiple(of: 2) ? .calendar : .window
        var now = Date(timeIntervalSince1970: 1_790_000_000)
        var moments: [Date] = []
        for _ in 0..<30 {
            now += Double(20 * 3600 + chance.next() % (12 * 3600))
            moments.append(now)
        }
        // One moment of each day, so that none is the day's second one.
        var known: Set<LocalDay> = []
        moments = moments.filter { known.insert(LocalDay(of: $0, in: berlin)).inserted }
        let expected = streak(rule, moments)
        var mixed = moments
        for _ in 0..<50 {
            let place = Int(chance.next() % UInt64(mixed.count - 1))
            mixed.swapAt(place, place + 1)
        }
        let found = streak(rule, mixed)
        #expect(found == expected)
    }
}
