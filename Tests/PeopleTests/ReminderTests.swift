import Foundation
import Ground
import People
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ReminderTests {
    private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    private let eight = 8 * 60

    private func moment(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private func words() throws -> RoutineWords.Reminders {
        try #require(Words.preset(.routine).routine).reminders
    }

    private func state(
        done: String? = nil, sent: [(kind: Reminder.Kind, day: LocalDay)] = []
    ) throws -> ReminderState {
        var streak = Streak()
        if let done { StreakRule.calendar.add(try moment(done), to: &streak, in: berlin) }
        return ReminderState(zone: berlin, minutes: eight, streak: streak, sent: sent)
    }

    private func due(_ state: ReminderState, _ now: String) throws -> [Reminder] {
        state.due(at: try moment(now), rule: .calendar, words: try words())
    }

    @Test func `nothing is due a minute before the wished time, and one reminder at it`() throws {
        #expect(try due(state(), "2026-11-21T06:59:59Z").isEmpty)
        let found = try due(state(), "2026-11-21T07:00:00Z")
        #expect(found.map(\.kind) == [.daily])
        #expect(found.map(\.day.description) == ["2026-11-21"])
        #expect(found.map(\.body) == [try words().daily.body])
    }

    @Test func `what was sent today is not due again, and is due tomorrow`() throws {
        let today = try #require(LocalDay("2026-11-21"))
        let state = try state(sent: [(.daily, today)])
        #expect(try due(state, "2026-11-21T12:00:00Z").isEmpty)
        #expect(try due(state, "2026-11-22T07:00:00Z").map(\.kind) == [.daily])
    }

    @Test func `nothing is due once the day is done`() throws {
        let state = try state(done: "2026-11-21T05:00:00Z")
        #expect(try due(state, "2026-11-21T20:00:00Z").isEmpty)
    }

    @Test func `in the evening a streak at risk says how long it still lasts`() throws {
        let state = try state(done: "2026-11-20T08:00:00Z")
        let found = try due(state, "2026-11-21T19:00:00Z")
        #expect(found.map(\.kind) == [.daily, .atRisk])
        #expect(found.first?.body.contains("1-day") == true)
        // The calendar's day ends 4 hours later: here the sentence is the one that the app's makers wrote.
        #expect(found.last?.body.contains(" 4 hours") == true)
        #expect(try due(state, "2026-11-21T21:00:00Z").last?.body.contains(" 2 hours") == true)
        let soon = try due(state, "2026-11-21T22:00:01Z").last?.body
        #expect(soon == (try words().atRisk.bodySoon))
    }

    @Test(arguments: [
        // The clock skips 2:30; and shows it twice.
        ("2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z"),
        ("2026-10-25T00:29:59Z", "2026-10-25T00:30:00Z"),
    ])
    func `a change of the clock neither loses nor doubles a reminder`(
        before: String, at: String
    ) throws {
        var state = try state()
        state.minutes = 2 * 60 + 30
        #expect(try due(state, before).isEmpty)
        let found = try due(state, at)
        #expect(found.count == 1)
        state.sent = found.map { ($0.kind, $0.day) }
        #expect(state.due(at: try moment(at) + 3600, rule: .calendar, words: try words()).isEmpty)
    }
}
