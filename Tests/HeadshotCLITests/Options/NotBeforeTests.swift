import Foundation
import Testing

@testable import HeadshotCLI

@Suite(.timeLimit(.minutes(10)))
struct NotBeforeTests {
    /// Saturday, 21 November 2026, 09:00 in UTC; 10:00 in Berlin.
    private let now = Date(timeIntervalSince1970: 1_795_251_600)

    @Test(arguments: [
        ("2026-11-22T09:00:00Z", "2026-11-22T09:00:00Z"),
        ("2026-11-22T09:00:00+01:00", "2026-11-22T08:00:00Z"),
        ("10:30", "2026-11-21T09:30:00Z"),
        ("09:30", "2026-11-22T08:30:00Z"),
        ("9:30", "2026-11-22T08:30:00Z"),
        ("00:00", "2026-11-21T23:00:00Z"),
    ])
    func `a time is a moment, or the next one that a clock shows`(text: String, date: String) throws
    {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let parsed = try #require(NotBefore(argument: text))
        #expect(parsed.date(after: now, in: berlin)?.formatted(.iso8601) == date)
    }

    @Test(arguments: ["", "24:00", "9:60", "9", "tomorrow", "9:5", "-1:00", "2026-13-01T00:00:00Z"])
    func `what is no time is refused`(text: String) {
        #expect(NotBefore(argument: text) == nil)
    }
}
