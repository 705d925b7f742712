import Foundation
import TestSupport
import Testing

/// How a device that was offline catches up.
@Suite(.timeLimit(.minutes(10)))
struct ServeChangesTests {
    @Test func `a freeze, a plan, a day and a lost streak are changes, each once`() async throws {
        try await ClockInHand.serving(
            "routine", as: "daily", at: "2031-11-21T10:00:00Z"
        ) { server, token, clock, sandbox in
            let app = GlowApp(sandbox: sandbox, server: server, token: token)
            var last = try await app.changes()
            #expect(last["me"] is [String: Any])
            func streak() throws -> [String: Any] {
                let me = try #require(last["me"] as? [String: Any])
                return try #require(me["streak"] as? [String: Any])
            }
            func catchUp() async throws { last = try await app.changes(since: last) }
            try await catchUp()
            #expect(last["me"] == nil)

            let given = try await server.post(
                "/v1/people/\(GlowApp.anna)/freezes", #"{"id":"sorry"}"#, token: token)
            #expect(given.status == 204)
            try await catchUp()
            #expect(try streak()["freezes"] as? Int == 1)

            try await app.pay()
            try await catchUp()
            #expect((last["me"] as? [String: Any])?["plan"] as? String == "pro")

            for task in ["water", "skincare", "posture"] {
                let ticked = try await app.send(
                    "PUT", "/v1/routine/\(task)", #"{"completed":true}"#)
                #expect(ticked.status == 200, "\(ticked.text)")
            }
            try await catchUp()
            #expect(try streak()["count"] as? Int == 1)
            let days = try #require(last["days"] as? [[String: Any]])
            #expect(days.map { $0["day"] as? String } == ["2031-11-21"])
            #expect(days.first?["done"] as? Bool == true)
            #expect((days.first?["tasks"] as? [String: Any])?.count == 3)
            try await catchUp()
            #expect(last["me"] == nil)
            #expect((last["days"] as? [Any])?.isEmpty == true)

            // Nothing is written when a streak ends.
            try clock.set(to: "2031-11-24T10:00:00Z")
            try await catchUp()
            #expect(try streak()["lapsed"] as? Bool == true)
        }
    }

    @Test func `a cursor is of one person, and of another it begins anew`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace(
                "journal", "--preset", "great", "--scope", "operate")
            try await ServerProcess.with(sandbox) { server in
                let app = GlowApp(sandbox: sandbox, server: server, token: token)
                for person in [GlowApp.anna, GlowApp.other] {
                    let moment = #"{"client_id":"\#(person)","text":"Called a friend"}"#
                    let written = try await app.send("POST", "/v1/moments", moment, as: person)
                    #expect(written.status == 201, "\(written.text)")
                }
                let hers = try await app.changes()
                let own = try await app.changes(since: hers)
                #expect(own["reset"] as? Bool == false)
                let foreign = try await app.changes(since: hers, as: GlowApp.other)
                #expect(foreign["reset"] as? Bool == true)
                #expect((foreign["moments"] as? [Any])?.count == 1)
                let merged = try await server.post(
                    "/v1/people/\(GlowApp.anna)/merge", #"{"into":"\#(GlowApp.other)"}"#,
                    token: token)
                #expect(merged.status == 200, "\(merged.text)")
                let both = try await app.changes(since: hers, as: GlowApp.other)
                #expect(both["reset"] as? Bool == true)
                #expect((both["moments"] as? [Any])?.count == 2)
                let news = try await app.changes(since: both, as: GlowApp.other)
                #expect(news["reset"] as? Bool == false)
                #expect((news["moments"] as? [Any])?.isEmpty == true)
            }
        }
    }

    @Test func `a turn, a scan, tips and a match are changes once a model has written`()
        async throws
    {
        try await PaidCoach.with { coach in
            let app = GlowApp(sandbox: coach.sandbox, server: coach.server, token: coach.token)
            #expect(try await coach.show("one", asking: "Is the light soft?").status == 201)
            let chat = try await app.changes()
            let spoken = try #require(chat["turns"] as? [[String: Any]])
            #expect(spoken.contains { $0["state"] as? String == "improving" })
            #expect(try await coach.sandbox.drain() == 0)
            let turns = try #require(
                try await app.changes(since: chat)["turns"] as? [[String: Any]])
            #expect(turns.map { $0["source"] as? String } == ["gemini-words"])

            let quiz = try await app.send(
                "PUT", "/v1/me/quiz", #"{"answers":{"main_goal":["Glow on camera"]}}"#)
            #expect(quiz.status == 200, "\(quiz.text)")
            #expect(try await app.changes(since: chat)["quiz"] is [String: Any])
            let said = try await app.send(
                "PATCH", "/v1/me", #"{"theme":"Classic","face_shape":"oval"}"#)
            #expect(said.status == 200, "\(said.text)")
            _ = try await app.scan()
            for type in ["short", "long"] { _ = try await app.tips(type) }
            #expect(try await app.send("POST", "/v1/celebrity", "{}").status == 200)
            let local = try await app.changes(since: chat)
            #expect(try await coach.sandbox.drain() == 0)
            let written = try await app.changes(since: local)
            let scans = try #require(written["scans"] as? [[String: Any]])
            let summary = try #require(scans.first?["summary"] as? [String: Any])
            #expect(summary["source"] as? String == "gemini-words")
            let tips = try #require(written["tips"] as? [[String: Any]])
            #expect(Set(tips.compactMap { $0["period"] as? String }).count == 2)
            for tip in tips {
                #expect((tip["tip"] as? [String: Any])?["source"] as? String == "gemini-words")
            }
            let me = try #require(written["me"] as? [String: Any])
            #expect((me["celebrity"] as? [String: Any])?["source"] as? String == "gemini-words")
        }
    }

    @Test func `a praise that fails and the summary of a day are changes, too`() async throws {
        try await PaidJournal.with { journal in
            let (sandbox, emulator, server, token) = journal.parts
            let app = GlowApp(sandbox: sandbox, server: server, token: token)
            try await journal.pay()
            let moved = try await app.send("PATCH", "/v1/me", #"{"time_zone":"GMT"}"#)
            #expect(moved.status == 200)
            let written = try await app.send(
                "POST", "/v1/moments",
                #"{"client_id":"a","text":"Made dinner","happened_at":"2026-10-03T12:00:00Z"}"#)
            #expect(written.status == 201, "\(written.text)")
            let first = try await app.changes()
            try await emulator.setScenario(#"{"rules":[{"answer":"blocked-words"}]}"#)
            _ = try await sandbox.drain("--max-attempts", "1")
            try await emulator.setScenario(#"{"rules":[]}"#)
            let failed = try await app.changes(since: first)
            let moments = try #require(failed["moments"] as? [[String: Any]])
            let praise = try #require(moments.first?["praise"] as? [String: Any])
            #expect(praise["state"] as? String == "final")
            #expect(praise["source"] as? String == "local")

            _ = try await journal.days()
            #expect(try await sandbox.drain() == 0)
            let told = try await app.changes(since: failed)
            let days = try #require(told["summaries"] as? [[String: Any]])
            #expect(days.map { $0["day"] as? String } == ["2026-10-03"])
            let summary = try #require(days.first?["summary"] as? [String: Any])
            #expect(summary["source"] as? String == "gemini-words")
        }
    }
}

extension GlowApp {
    /// What is new since an answer before; all of it without one.
    fileprivate func changes(
        since answer: [String: Any]? = nil, as person: String = anna
    ) async throws -> [String: Any] {
        let query = (answer?["next"] as? String).map { "?since=\($0)" } ?? ""
        let changes = try await send("GET", "/v1/changes\(query)", as: person)
        #expect(changes.status == 200, "\(changes.text)")
        return try changes.json
    }
}
