import Foundation
import Testing

@testable import People

/// The day for which a person's uses are counted, wherever the person goes.
@Suite(.timeLimit(.minutes(10)))
struct CountedDayTests {
    private static func zone(_ name: String) throws -> TimeZone {
        try #require(TimeZone(identifier: name))
    }

    private static func date(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    /// From the earliest midnight to the latest, with changes of daylight saving time and halves of hours.
    private static let zones = [
        "Pacific/Kiritimati", "Pacific/Auckland", "Australia/Lord_Howe", "Asia/Kathmandu",
        "Europe/Berlin", "America/St_Johns", "America/Los_Angeles", "Pacific/Honolulu",
        "Pacific/Pago_Pago",
    ]

    @Test(arguments: zones)
    func `a person who stays has the days of the place, also when clocks are changed`(
        name: String
    ) throws {
        let zone = try Self.zone(name)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        var last: CountedDay?
        var now = try Self.date("2026-12-31T12:00:00Z")
        for _ in 0..<(370 * 12) {
            let day = CountedDay(at: now, in: zone, after: last)
            #expect(day.begin == calendar.startOfDay(for: now))
            #expect(
                day.end
                    == calendar.startOfDay(
                        for: try #require(
                            calendar.date(
                                byAdding: .day, value: 1, to: day.begin.addingTimeInterval(43_200)))
                    ))
            last = day
            now += 7200
        }
    }

    @Test(arguments: 0..<20)
    func `no journey and no setting gives more days than there are`(seed: UInt64) throws {
        var random = RepeatableRandom(seed)
        let start = try Self.date("2027-02-20T00:00:00Z")
        var (now, last, ends) = (start, CountedDay?.none, [Date]())
        // Somebody tries another zone every few minutes, for sixty days.
        while now < start + 60 * 86_400 {
            now += Double(random.next(below: 90) + 1) * 60
            let zone = try Self.zone(Self.zones[random.next(below: Self.zones.count)])
            let day = CountedDay(at: now, in: zone, after: last)
            #expect(day.begin <= now && now < day.end)
            if let last, day != last {
                #expect(day.begin >= last.end)
                #expect(day.end >= last.end + CountedDay.shortest)
            }
            if day != last { ends.append(day.end) }
            last = day
        }
        // The first may end at once, and the last has only begun.
        #expect(Double(ends.count) <= 60 * 86_400 / CountedDay.shortest + 2)
    }

    @Test
    func `a person who flies west keeps the day that began before, and has one long day after it`()
        throws
    {
        let (tokyo, berlin) = (try Self.zone("Asia/Tokyo"), try Self.zone("Europe/Berlin"))
        let morning = try Self.date("2026-11-21T00:00:00Z")
        let first = CountedDay(at: morning, in: tokyo, after: nil)
        #expect(first.end == (try Self.date("2026-11-21T15:00:00Z")))
        // Landed: the day that began in Tokyo goes on until it ends there.
        #expect(CountedDay(at: morning + 13 * 3600, in: berlin, after: first) == first)
        let second = CountedDay(at: first.end, in: berlin, after: first)
        #expect(second.begin == first.end)
        #expect(second.end == (try Self.date("2026-11-22T23:00:00Z")))
        let third = CountedDay(at: second.end, in: berlin, after: second)
        #expect(third.end == second.end + 86_400)
    }

    @Test func `a clock that was far ahead holds no one up once it is right`() throws {
        let zone = try Self.zone("Europe/Berlin")
        let now = try Self.date("2026-11-21T12:00:00Z")
        let wrong = CountedDay(at: now + 900 * 86_400, in: zone, after: nil)
        #expect(
            CountedDay(at: now, in: zone, after: wrong) == CountedDay(at: now, in: zone, after: nil)
        )
    }
}

/// Numbers that are the same in each run.
private struct RepeatableRandom {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next(below bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }
}
