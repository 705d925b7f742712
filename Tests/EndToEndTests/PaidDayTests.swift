import Foundation
import TestSupport
import Testing

/// Summaries of days that a model writes, for moments that a phone sends late.
@Suite(.timeLimit(.minutes(10)))
struct PaidDayTests {
    @Test
    func `days that are sent late in one go are all summed up, and anew where moments change`()
        async throws
    {
        try await PaidJournal.with { journal in
            let app = GlowApp(
                sandbox: journal.sandbox, server: journal.server, token: journal.token)
            try await journal.pay()
            var first: [Int: String] = [:]
            for day in 5...9 {
                first[day] = try await app.write("a\(day)", on: day)
                _ = try await app.write("b\(day)", on: day)
            }
            #expect(try await journal.show() == 5)
            #expect(try await app.written() == [9, 8, 7, 6, 5])

            let late = try await app.write("late", on: 7)
            #expect(try await app.written() == [9, 8, 6, 5])
            #expect(try await journal.show() == 6)
            #expect(try await app.written() == [9, 8, 7, 6, 5])
            #expect(try await journal.show() == 6)

            // Without it the day is what it was, and has the words that it had.
            #expect(try await app.send("DELETE", "/v1/moments/\(late)").status == 204)
            #expect(try await app.written() == [9, 8, 7, 6, 5])
            #expect(try await journal.show() == 6)

            let gone = try #require(first[8])
            #expect(try await app.send("DELETE", "/v1/moments/\(gone)").status == 204)
            #expect(try await app.written() == [9, 7, 6, 5])
            #expect(try await journal.show() == 7)
            #expect(try await app.written() == [9, 8, 7, 6, 5])

            // As many as the plan has a day.
            _ = try await app.write("last", on: 9)
            #expect(try await journal.show() == 7)
            #expect(try await app.written() == [8, 7, 6, 5])
            let allowances = try #require(
                try await app.me()["allowances"] as? [String: [String: Any]])
            #expect(allowances["day_summary"]?["left"] as? Int == 0)
            #expect(allowances["day_summary"]?["reason"] as? String == "daily_limit")
        }
    }

    @Test func `a day that was paid for before a restore keeps no other from its summary`()
        async throws
    {
        try await PaidJournal.with { journal in
            let sandbox = journal.sandbox
            let app = GlowApp(sandbox: sandbox, server: journal.server, token: journal.token)
            try await journal.pay()
            for day in 6...7 { _ = try await app.write("a\(day)", on: day) }
            _ = try await sandbox.expect(0, "backup", "--queue-only", "backup.sqlite")
            #expect(try await journal.show() == 2)
            _ = try await sandbox.expect(0, "restore", "backup.sqlite", "--yes")
            _ = try await app.write("a5", on: 5)
            #expect(try await journal.show() == 3)
            #expect(try await app.written() == [5])
        }
    }
}

extension PaidJournal {
    /// Lets the app show the days, and the model write; returns how often it was asked so far.
    fileprivate func show() async throws -> Int {
        _ = try await days()
        #expect(try await sandbox.drain() == 0)
        return try await emulator.ledger().count
    }
}

extension GlowApp {
    /// Writes a moment down, on a day of October, whose praise no model is asked for; returns its id.
    fileprivate func write(_ client: String, on day: Int) async throws -> String {
        func allow(_ allows: Bool) async throws {
            let wish = try await send(
                "PATCH", "/v1/me", #"{"time_zone":"GMT","allows_models":\#(allows)}"#)
            #expect(wish.status == 200, "\(wish.text)")
        }
        try await allow(false)
        let answer = try await send(
            "POST", "/v1/moments",
            #"{"client_id":"\#(client)","text":"Took a short walk","happened_at":"2026-10-0\#(day)T12:00:00Z"}"#
        )
        #expect(answer.status == 201, "\(answer.text)")
        try await allow(true)
        return try #require(try answer.json["id"] as? String)
    }

    /// The days of October whose summary is a model's, as they are without a question.
    fileprivate func written() async throws -> [Int] {
        let export = try await send("GET", "/v1/me/export").json
        let days = try #require(export["days"] as? [[String: Any]])
        return try days.filter {
            ($0["summary"] as? [String: Any])?["source"] as? String == "gemini-words"
        }.map { try #require(($0["day"] as? String).flatMap { Int($0.suffix(2)) }) }
    }
}
