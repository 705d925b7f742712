import Foundation
import Ground
import Testing

struct LocalDayTests {
    private func zone(_ name: String) throws -> TimeZone {
        try #require(TimeZone(identifier: name))
    }

    private func moment(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text)) }

    @Test(arguments: [
        ("2026-11-21T10:59:59Z", "Pacific/Kiritimati", "2026-11-22"),
        ("2026-11-21T09:59:59Z", "Pacific/Kiritimati", "2026-11-21"),
        ("2026-11-21T09:59:59Z", "Pacific/Honolulu", "2026-11-20"),
        ("2026-11-21T23:30:00Z", "Europe/Berlin", "2026-11-22"),
        ("2026-11-21T23:30:00Z", "GMT", "2026-11-21"),
        ("2024-02-29T12:00:00Z", "GMT", "2024-02-29"),
    ])
    func `a day is the one on the wall where somebody is`(
        at text: String, in name: String, day expected: String
    ) throws {
        #expect(LocalDay(of: try moment(text), in: try zone(name)).description == expected)
    }

    @Test(arguments: [
        // 23 hours, 25 hours, midnight skipped, a whole day skipped, a usual day.
        ("2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00Z", 23.0),
        ("2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00Z", 25.0),
        ("2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00Z", 23.0),
        ("2011-12-29", "Pacific/Apia", "2011-12-29T10:00:00Z", 24.0),
        ("2026-11-21", "Asia/Kathmandu", "2026-11-20T18:15:00Z", 24.0),
    ])
    func `a day begins with its first moment and is as long as clocks make it`(
        _ text: String, in name: String, begins: String, hours: Double
    ) throws {
        let zone = try zone(name)
        let day = try day(text)
        #expect(day.start(in: zone) == (try moment(begins)))
        #expect(day.end(in: zone).timeIntervalSince(day.start(in: zone)) == hours * 3600)
        #expect(LocalDay(of: day.start(in: zone), in: zone) == day)
        #expect(LocalDay(of: day.start(in: zone) - 1, in: zone) < day)
    }

    @Test(arguments: [
        ("2026-11-21", 8 * 60, "Europe/Berlin", "2026-11-21T07:00:00Z"),
        // Skipped: the clock goes from 2:00 to 3:00.
        ("2026-03-29", 2 * 60 + 30, "Europe/Berlin", "2026-03-29T01:00:00Z"),
        // Twice: the first of the two.
        ("2026-10-25", 2 * 60 + 30, "Europe/Berlin", "2026-10-25T00:30:00Z"),
        ("2026-10-25", 8 * 60, "Europe/Berlin", "2026-10-25T07:00:00Z"),
        // Half an hour only.
        ("2026-10-04", 2 * 60 + 15, "Australia/Lord_Howe", "2026-10-03T15:30:00Z"),
    ])
    func `a time of day is what clocks show, once and always`(
        _ text: String, minutes: Int, in name: String, expected: String
    ) throws {
        let found = try day(text).moment(minutes: minutes, in: zone(name))
        #expect(found == (try moment(expected)))
    }

    @Test func `days are counted, added and put into weeks over the ends of months and years`()
        throws
    {
        let last = try day("2026-12-31")
        #expect(last.adding(days: 1).description == "2027-01-01")
        #expect(try day("2024-03-01").adding(days: -1).description == "2024-02-29")
        #expect(try day("2027-03-01").days(since: last) == 60)
        for (text, week) in [
            ("2026-11-22", "2026-W47"), ("2026-11-23", "2026-W48"), ("2027-01-03", "2026-W53"),
            ("2027-01-04", "2027-W01"),
        ] {
            #expect(try day(text).week == week)
        }
    }

    @Test(arguments: [
        "2026-02-30", "2026-13-01", "26-11-21", "2026-11-21 ", "", "2026-1-1", "2026/11/21",
        "2026-11-2a", "-026-11-21", "2026-11-21\u{301}",
    ])
    func `what is no day is refused`(_ text: String) {
        #expect(LocalDay(text) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([LocalDay].self, from: Data("[\"\(text)\"]".utf8))
        }
    }

    @Test(arguments: ["UTC", "Pacific/Kiritimati", "Pacific/Honolulu"])
    func `a moment outside the calendar is in its first or last day`(name: String) throws {
        let zone = try zone(name)
        for (seconds, expected) in [
            (-1e300, "0001-01-01"), (-1e12, "0001-01-01"), (1e12, "9999-12-31"),
            (1e300, "9999-12-31"),
        ] {
            let day = LocalDay(of: Date(timeIntervalSince1970: seconds), in: zone)
            #expect(day.description == expected)
            #expect(day.start(in: zone) < day.end(in: zone).addingTimeInterval(1))
            #expect(day.adding(days: .max).description == "9999-12-31")
            #expect(day.adding(days: .min).description == "0001-01-01")
            #expect(day.week.count == 8)
        }
    }

    @Test(arguments: [
        "0001-01-01", "1899-12-31", "1969-12-31", "1999-12-31", "2000-12-31", "2001-01-01",
        "9998-12-31",
    ])
    func `days take turns, one after the other, also long ago`(text: String) throws {
        let day = try day(text)
        let turns = (0..<8).map { day.adding(days: $0).turn(among: 7) }
        #expect(Set(turns) == Set(0..<7))
        #expect(zip(turns, turns.dropFirst()).allSatisfy { ($0 + 1) % 7 == $1 })
        #expect(day.adding(days: 1).days(since: day) == 1)
    }
}
