import Foundation
import Ground
import People
import Testing

@testable import Companion
@testable import JobQueue

/// Answers of models are counted for the day of the person; the queue's days begin at midnight in UTC.
@Suite(.timeLimit(.minutes(10)))
struct PersonDayTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let praise = JobKind(rawValue: "praise")

    private static func zone(_ name: String) throws -> TimeZone {
        try #require(TimeZone(identifier: name))
    }

    private static func date(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    /// Asks up to ten questions of a limit of three, and has each answered; returns how many were.
    private func ask(
        _ queue: TestQueue, in zone: TimeZone?, at moment: Date, person: Person = anna
    ) async throws -> Int {
        var answered = 0
        for _ in 0..<10 {
            var question = Question(
                key: "praise/\(UUID())", kind: Self.praise, payload: "{}", provider: "gemini",
                fleeting: Fleeting(until: moment + 600, dailyLimit: 3))
            question.zone = zone
            guard try await queue.store.ask(question, of: person, now: moment) else { continue }
            try await queue.run(to: .succeeded(outcome: "{}"), at: moment)
            answered += 1
        }
        return answered
    }

    @Test func `a person's answers come back at midnight where the person is`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            let angeles = try Self.zone("America/Los_Angeles")
            for (time, count) in [
                // In the evening of the 20th, and no more when the queue's day ends at four in the afternoon.
                ("2026-11-20T23:00:00Z", 3), ("2026-11-21T01:00:00Z", 0),
                // A minute before midnight, and at midnight: the queue's day is the same.
                ("2026-11-21T07:59:00Z", 0), ("2026-11-21T08:00:00Z", 3),
                ("2026-11-21T23:59:00Z", 0), ("2026-11-22T07:00:00Z", 0),
                ("2026-11-22T08:00:00Z", 3),
            ] {
                let moment = try Self.date(time)
                #expect(try await ask(queue, in: angeles, at: moment) == count, "\(time)")
                let told = try await queue.store.askedToday(
                    [Self.praise], of: Self.anna, by: "gemini",
                    at: PersonClock(now: moment, zone: angeles))
                #expect(told.asked[Self.praise] == 3)
            }
            let last = try await queue.store.askedToday(
                [Self.praise], of: Self.anna, by: "gemini",
                at: PersonClock(now: try Self.date("2026-11-22T08:00:00Z"), zone: angeles))
            #expect(last.day.end == (try Self.date("2026-11-23T08:00:00Z")))
        }
    }

    @Test func `a person without a zone has the queue's day`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            for (time, count) in [
                ("2026-11-20T23:59:00Z", 3), ("2026-11-21T00:00:00Z", 3),
                ("2026-11-21T23:59:00Z", 0),
            ] {
                #expect(try await ask(queue, in: nil, at: Self.date(time)) == count, "\(time)")
            }
        }
    }

    @Test func `a changed zone wins no answers`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            // From the last midnight of the world to its first.
            let zones = [
                "Pacific/Honolulu", "Pacific/Kiritimati", "Pacific/Honolulu", "Europe/Berlin",
                "Asia/Tokyo", "America/New_York", "Pacific/Auckland",
            ]
            var counts = 0
            let start = try Self.date("2026-11-20T09:00:00Z")
            for hour in 0..<(4 * 24) {
                counts += try await ask(
                    queue, in: Self.zone(zones[hour % zones.count]),
                    at: start + Double(hour) * 3600)
            }
            // Four days and the rest of the one before.
            #expect(counts <= 3 * 5)
            #expect(counts >= 3 * 3)
        }
    }

    @Test func `two persons who become one have one day`() async throws {
        try await TestQueue.with { queue in
            let other = Person.known("bert", in: Self.anna.space)
            for person in [Self.anna, other] { try await queue.admit(person) }
            let angeles = try Self.zone("America/Los_Angeles")
            let evening = try Self.date("2026-11-21T05:00:00Z")
            #expect(try await ask(queue, in: angeles, at: evening) == 3)
            let merge = try await queue.store.merge(
                Self.anna, into: other, by: .calendar, now: evening)
            #expect(merge == .merged)
            for (time, count) in [("2026-11-21T06:00:00Z", 0), ("2026-11-21T08:00:00Z", 3)] {
                let answered = try await ask(
                    queue, in: angeles, at: Self.date(time), person: other)
                #expect(answered == count, "\(time)")
            }
        }
    }
}
