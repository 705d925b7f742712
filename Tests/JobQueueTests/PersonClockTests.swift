import Foundation
import Ground
import Testing

@testable import Companion
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct PersonClockTests {
    private static func moment(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    private static func clock(_ now: String, _ zone: String = "Europe/Berlin") throws -> PersonClock
    {
        PersonClock(now: try moment(now), zone: try #require(TimeZone(identifier: zone)))
    }

    @Test(arguments: [
        // Up to a day ahead is now; what is not set, or is further ahead, is refused.
        ("2026-11-21T12:00:00Z", "2026-11-21T12:00:00Z"),
        ("2026-11-21T12:00:01Z", "2026-11-21T12:00:00Z"),
        ("2026-11-22T12:00:00Z", "2026-11-21T12:00:00Z"), ("2026-11-22T12:00:01Z", nil),
        ("2001-01-01T00:00:00Z", "2001-01-01T00:00:00Z"), ("2000-12-31T23:59:59Z", nil),
        ("1970-01-01T00:00:00Z", nil), ("9999-12-31T00:00:00Z", nil),
        ("2026-11-20T23:00:00Z", "2026-11-20T23:00:00Z"),
    ])
    func `a time that a client sent is taken, is now, or is refused`(
        sent: String, expected: String?
    ) throws {
        let clock = try Self.clock("2026-11-21T12:00:00Z")
        let taken = try? clock.taken(try Self.moment(sent), as: "happened_at")
        #expect(try taken == expected.map(Self.moment))
    }

    @Test(arguments: [
        // 25 hours and 23 hours long, and a usual day.
        ("2026-10-25", "2026-10-25T23:00:00Z"), ("2026-03-29", "2026-03-29T22:00:00Z"),
        ("2026-11-21", "2026-11-21T23:00:00Z"),
    ])
    func `a day is over where the person is, and where its last moment was`(
        day: String, end: String
    ) throws {
        let day = try #require(LocalDay(day))
        #expect(try Self.clock(end).isOver(day))
        var before = try Self.clock(end)
        before = PersonClock(now: before.now - 1, zone: before.zone)
        #expect(!before.isOver(day))
        let west = TimeZone(identifier: "America/Los_Angeles")
        #expect(try !Self.clock(end).isOver(day, alsoIn: west))
        #expect(before.moved(to: "Asia/Tokyo").isOver(day))
        #expect(before.moved(to: "Mars/Olympus").zone == before.zone)
    }

    @Test func `a person's own zone comes before the last one, and that before the space's`()
        async throws
    {
        try await TestQueue.with { queue in
            let anna = Person.known("anna", in: Space("shop"))
            try await queue.admit(anna)
            func seen(_ body: @Sendable (inout Preferences) -> Void) async throws -> Preferences {
                let said = try await queue.store.changePreferences(of: anna, now: queue.now, body)
                #expect(try await queue.store.preferences(of: anna) == said)
                return try #require(said)
            }
            let both = try await seen {
                $0.seenZone = "Asia/Tokyo"
                $0.remindersSet = TestQueue.now
            }
            #expect((both.timeZone, both.seenZone) == (nil, "Asia/Tokyo"))
            #expect(both.remindersSet == queue.now)
            let gone = try await seen {
                $0.seenZone = nil
                $0.remindersSet = nil
            }
            #expect(gone == Preferences())
        }
    }
}
