import Foundation
import Testing

@testable import HeadshotCLI

struct DayTests {
    @Test(arguments: [
        ("2026-11-21", "2026-11-20T23:00:00Z", 24.0),
        // The clocks go forward, and back.
        ("2026-03-29", "2026-03-28T23:00:00Z", 23), ("2026-10-25", "2026-10-24T22:00:00Z", 25),
        ("2028-02-29", "2028-02-28T23:00:00Z", 24),
    ])
    func `a day goes from midnight to midnight`(text: String, start: String, hours: Double) throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let moments = try #require(Day(argument: text)?.moments(in: berlin))
        #expect(moments.lowerBound.formatted(.iso8601) == start)
        #expect(moments.upperBound.timeIntervalSince(moments.lowerBound) == hours * 3600)
    }

    @Test(arguments: ["", "today", "2026-02-29", "2026-13-01", "2026-1-1", "2026-11-21T09:00"])
    func `what is no day is refused`(text: String) {
        #expect(Day(argument: text) == nil)
    }
}
