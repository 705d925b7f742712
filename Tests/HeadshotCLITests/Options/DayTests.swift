import Foundation
import Ground
import Testing

@testable import HeadshotCLI

@Suite(.timeLimit(.minutes(10)))
struct DayTests {
    @Test(arguments: [
        ("2026-11-21", "2026-11-20T23:00:00Z", 24.0),
        // The clocks go forward, and back.
        ("2026-03-29", "2026-03-28T23:00:00Z", 23), ("2026-10-25", "2026-10-24T22:00:00Z", 25),
        ("2028-02-29", "2028-02-28T23:00:00Z", 24),
    ])
    func `a day goes from midnight to midnight`(text: String, start: String, hours: Double) throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let moments = try #require(LocalDay(argument: text)).moments(in: berlin)
        #expect(moments.lowerBound.formatted(.iso8601) == start)
        #expect(moments.upperBound.timeIntervalSince(moments.lowerBound) == hours * 3600)
    }

    @Test func `a day that a zone skipped has no moments, so that it chooses no job`() throws {
        let apia = try #require(TimeZone(identifier: "Pacific/Apia"))
        let skipped = try #require(LocalDay(argument: "2011-12-30"))
        #expect(skipped.moments(in: apia).isEmpty)
    }

    @Test(arguments: ["", "today", "2026-02-29", "2026-13-01", "2026-1-1", "2026-11-21T09:00"])
    func `what is no day is refused`(text: String) {
        #expect(LocalDay(argument: text) == nil)
    }
}
