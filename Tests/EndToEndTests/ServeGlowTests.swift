import Foundation
import TestSupport
import Testing

/// A coach for photos as an app sees it: profile, tips and matches, free and without a network.
@Suite(.timeLimit(.minutes(10)))
struct ServeGlowTests {
    /// An app of the preset `glowup` with a person who pays.
    private func withGlow(
        _ options: String..., at time: String = "2031-11-21T10:00:00Z",
        _ body: (GlowApp, ClockInHand) async throws -> Void
    ) async throws {
        try await ClockInHand.serving("glowup", as: "glow", options, at: time) {
            server, token, clock, sandbox in
            let app = GlowApp(sandbox: sandbox, server: server, token: token)
            try await app.pay()
            try await body(app, clock)
        }
    }

    @Test func `tips begin with the weakest part of the last scan, and those that are done stay`()
        async throws
    {
        try await withGlow { app, _ in
            let first = try await app.tips("short")
            #expect(first.count == 3)
            #expect(first.first?["part"] as? String == "light")
            #expect(first.allSatisfy { $0["source"] as? String == "local" })
            let done = try #require(first.last?["id"] as? String)
            _ = try await app.complete(done, true)
            let scan = try await app.scan()
            let weakest = try #require(scan["weaknesses"] as? [[String: Any]])
                .compactMap { $0["part"] as? String }
            let second = try await app.tips("short")
            #expect(second.count == 3)
            #expect(second.first?["part"] as? String == weakest.first)
            #expect(second.last?["id"] as? String == done)
            #expect(second.prefix(2).allSatisfy { $0["completed"] == nil })
            let third = try await app.tips("short")
            #expect(third.map { $0["id"] as? String } == second.map { $0["id"] as? String })
            let history = try await app.send("GET", "/v1/tips?type=short&completed=true")
            let kept = try #require(try history.json["tips"] as? [[String: Any]])
            #expect(kept.map { $0["id"] as? String } == [done])
            #expect(kept.first?["period"] as? String == "2031-11-21")
            for query in [
                "completed=no", "completed=true&after=x", "completed=true&other=1", "after=x",
            ] {
                let answer = try await app.send("GET", "/v1/tips?type=short&\(query)")
                #expect(try answer.problem == "malformed", "\(query)")
            }
        }
    }

    @Test func `what was measured in a scan goes with it: match, tips and profile`() async throws {
        try await withGlow { app, _ in
            let scan = try await app.scan()
            let id = try #require(scan["id"] as? String)
            let match = try await app.send("POST", "/v1/celebrity", "{}").json
            let week = try await app.tips("long")
            #expect(week.count == 3)
            #expect(try await app.send("DELETE", "/v1/scans/\(id)").status == 204)
            let me = try await app.me()
            if match["face_shape"] != nil { #expect(me["celebrity"] == nil) }
            #expect((me["profile"] as? [String: Any])?.isEmpty == true)
            let none = try await app.tips("short")
            #expect(none.first?["part"] as? String == "light")
        }
    }

    @Test func `a match stays, until another is wanted`() async throws {
        try await withGlow { app, clock in
            var names: [String?] = []
            for day in 21...26 {
                try clock.set(to: "2031-11-\(day)T10:00:00Z")
                let match = try await app.send("POST", "/v1/celebrity", "{}")
                names.append(try match.json["name"] as? String)
            }
            #expect(Set(names).count == 1)
            for _ in 0..<4 {
                let match = try await app.send("POST", "/v1/celebrity", #"{"another":true}"#)
                names.append(try match.json["name"] as? String)
            }
            #expect(Set(names).count >= 3)
        }
    }

    @Test func `a request for another match that is sent twice with its key walks on once`()
        async throws
    {
        try await withGlow { app, _ in
            func another(_ key: String) async throws -> String? {
                let answer = try await app.server.send(
                    "POST", "/v1/celebrity", token: app.token, person: GlowApp.anna,
                    headers: ["idempotency-key": key], body: Data(#"{"another":true}"#.utf8))
                #expect(answer.status == 200, "\(answer.text)")
                return try answer.json["name"] as? String
            }
            var names = [try await app.send("POST", "/v1/celebrity", "{}").json["name"] as? String]
            for key in ["a", "b", "c"] {
                names.append(try await another(key))
                #expect(try await another(key) == names.last)
            }
            #expect(Set(names).count == 4)
        }
    }

    @Test func `a tip that is done stays done, and the next day and week have new ones`()
        async throws
    {
        try await withGlow { app, clock in
            let today = try await app.tips("short")
            let week = try await app.tips("long")
            for tip in week {
                let searches = try #require(tip["queries"] as? [[String: Any]])
                #expect((3...5).contains(searches.count))
                for search in searches {
                    let url = try #require(URL(string: search["url"] as? String ?? ""))
                    #expect(url.host() == "www.pinterest.com")
                }
            }
            #expect(today.allSatisfy { $0["queries"] == nil })
            let id = try #require(today.first?["id"] as? String)
            let done = try await app.complete(id, true)
            #expect(done["completed"] is String)
            #expect(try await app.tips("short").first?["completed"] is String)
            try clock.set(to: "2031-11-22T00:00:01Z")
            let tomorrow = try await app.tips("short")
            #expect(tomorrow.allSatisfy { $0["completed"] == nil })
            func titles(_ tips: [[String: Any]]) -> [String] {
                tips.compactMap { $0["title"] as? String }
            }
            #expect(Set(titles(tomorrow)).isDisjoint(with: titles(today)))
            // A Saturday is in the same week as the Friday before it.
            #expect(try await titles(app.tips("long")) == titles(week))
            try clock.set(to: "2031-11-24T00:00:01Z")
            #expect(try await Set(titles(app.tips("long"))).isDisjoint(with: titles(week)))
            let open = try await app.complete(id, false)
            #expect(open["completed"] == nil)
            let theirs = try await app.send(
                "PATCH", "/v1/tips/\(id)", #"{"completed":true}"#, as: GlowApp.other)
            #expect(theirs.status == 404)
        }
    }

    @Test func `a profile tells what is known, and from where`() async throws {
        try await withGlow { app, _ in
            let empty = try #require(try await app.me()["profile"] as? [String: Any])
            #expect(empty.isEmpty)
            let scan = try await app.scan()
            _ = try await app.send(
                "PUT", "/v1/me/quiz", #"{"answers":{"color_preferences":["Cool"]}}"#)
            _ = try await app.send("PATCH", "/v1/me", #"{"theme":"Classic","face_shape":"heart"}"#)
            let profile = try #require(try await app.me()["profile"] as? [String: Any])
            func source(_ member: String) -> String? {
                (profile[member] as? [String: Any])?["source"] as? String
            }
            #expect(source("theme") == "person")
            #expect(source("face_shape") == "person")
            #expect(source("colour_family") == "quiz")
            #expect(source("best_light") == "scan")
            let light = try #require(profile["best_light"] as? [String: Any])
            #expect(light["scan"] as? String == scan["id"] as? String)
        }
    }

    @Test func `a match goes with shape and theme, and is kept in the profile`() async throws {
        try await withGlow { app, _ in
            #expect(try await app.me()["celebrity"] == nil)
            let before =
                try await app.send(
                    "PUT", "/v1/me/quiz", #"{"answers":{"color_preferences":["Cool"]}}"#
                ).json["preview"] as? [String: Any]
            #expect(before?["celebrity"] is String)
            _ = try await app.send("PATCH", "/v1/me", #"{"face_shape":"oval"}"#)
            let match = try await app.send("POST", "/v1/celebrity", #"{"theme":"Classic"}"#)
            #expect(match.status == 200, "\(match.text)")
            #expect(try match.json["theme"] as? String == "Classic")
            #expect(try match.json["face_shape"] as? String == "oval")
            #expect(try match.json["source"] as? String == "local")
            let kept = try #require(try await app.me()["celebrity"] as? [String: Any])
            #expect(try kept["name"] as? String == match.json["name"] as? String)
            let wrong = try await app.send("POST", "/v1/celebrity", #"{"theme":"Perfect"}"#)
            #expect(try wrong.problem == "malformed")
        }
    }

    @Test func `who pays nothing gets quiz and preview only, and what is off is not there`()
        async throws
    {
        try await withGlow { app, _ in
            try await app.pay("free")
            let requests = [
                ("GET", "/v1/tips?type=short", ""), ("GET", "/v1/tips?type=long", ""),
                ("POST", "/v1/celebrity", "{}"),
            ]
            for (method, path, body) in requests {
                #expect(
                    try await app.send(method, path, body).problem == "plan_required", "\(path)")
            }
            #expect(try await app.send("GET", "/v1/quiz").status == 200)
            let me = try await app.me()
            #expect(me["profile"] == nil)
            #expect(me["celebrity"] == nil)
            try await app.pay()
            #expect(try await app.send("GET", "/v1/tips").problem == "malformed")
            let off = try await app.sandbox.run("space", "set", "glow", "--feature", "scans")
            #expect(off.exit == .status(0))
            for (method, path, body) in requests + [("PATCH", "/v1/tips/a", #"{"completed":true}"#)]
            {
                #expect(try await app.send(method, path, body).problem == "feature_off", "\(path)")
            }
            #expect(try await app.me()["profile"] == nil)
        }
    }

    @Test func `what a plan has shown stays when it ends: done tips, the profile and the match`()
        async throws
    {
        try await withGlow { app, _ in
            let scan = try #require(try await app.scan()["id"] as? String)
            let tip = try #require(try await app.tips("short").first?["id"] as? String)
            _ = try await app.complete(tip, true)
            let match = try await app.send("POST", "/v1/celebrity", "{}").json
            try await app.pay("free")
            let done = try await app.send("GET", "/v1/tips?type=short&completed=true").json
            let kept = try #require(done["tips"] as? [[String: Any]])
            #expect(kept.map { $0["id"] as? String } == [tip])
            #expect(
                try await app.send("GET", "/v1/tips?type=short").problem == "plan_required")
            let export = try await app.send("GET", "/v1/me/export").json
            for me in [try await app.me(), try #require(export["me"] as? [String: Any])] {
                let light = (me["profile"] as? [String: Any])?["best_light"] as? [String: Any]
                #expect(light?["scan"] as? String == scan)
                let named = (me["celebrity"] as? [String: Any])?["name"] as? String
                #expect(named == match["name"] as? String)
            }
            #expect(try await app.send("DELETE", "/v1/scans/\(scan)").status == 204)
            #expect(try await app.me()["profile"] == nil)
        }
    }

    @Test func `one photo is scanned for free, and shown whole once it is paid for, for good`()
        async throws
    {
        try await withGlow { app, _ in
            try await app.pay("free")
            let scan = try await app.scan()
            #expect(
                scan["locked"] as? [String] == [
                    "score", "weaknesses", "ratings", "findings", "face", "summary",
                ])
            let hidden = ["score", "weaknesses", "ratings", "findings", "face", "summary"]
            for name in hidden { #expect(scan[name] == nil, "\(name)") }
            let id = try #require(scan["id"] as? String)
            let me = try #require(try await app.me()["scans"] as? [String: Any])
            #expect(me["allowed"] as? Bool == false)
            #expect(me["reason"] as? String == "plan")
            let second = try await app.server.send(
                "POST", "/v1/scans", token: app.token, person: GlowApp.anna,
                headers: ["content-type": "image/jpeg"], body: DrawnFace.photo())
            #expect(try second.problem == "plan_required")
            for plan in ["pro", "free"] {
                try await app.pay(plan)
                let whole = try await app.send("GET", "/v1/scans/\(id)").json
                #expect(whole["locked"] == nil, "\(plan)")
                for name in hidden { #expect(whole[name] != nil, "\(plan): \(name)") }
            }
        }
    }

    @Test func `what a plan does not tell of a photo, its tips do not tell either`() async throws {
        try await Sandbox.offline { sandbox in
            let plans = "\(sandbox.folder)/plans.json"
            try Data(#"{"free":{"weaknesses":false}}"#.utf8).write(to: URL(filePath: plans))
            let token = try await sandbox.addSpace(
                "glow", "--preset", "glowup", "--plans", plans, "--scope", "operate")
            try await ServerProcess.with(sandbox) { server in
                let app = GlowApp(sandbox: sandbox, server: server, token: token)
                _ = try await app.scan()
                let without = try await app.tips("short", as: GlowApp.other)
                let with = try await app.tips("short")
                #expect(with.map { $0["part"] as? String } == without.map { $0["part"] as? String })
            }
        }
    }

    @Test func `an export has all of it, and who leaves leaves nothing`() async throws {
        try await withGlow { app, _ in
            _ = try await app.tips("short")
            _ = try await app.tips("long")
            let match = try await app.send("POST", "/v1/celebrity", "{}")
            #expect(match.status == 200)
            let export = try await app.send("GET", "/v1/me/export").json
            #expect((export["tips"] as? [[String: Any]])?.count == 6)
            #expect((export["me"] as? [String: Any])?["celebrity"] is [String: Any])
            #expect(try await app.send("DELETE", "/v1/me").status == 204)
            let empty = try await app.send("GET", "/v1/me/export").json
            #expect((empty["tips"] as? [Any])?.isEmpty == true)
            #expect((empty["me"] as? [String: Any])?["celebrity"] == nil)
        }
    }
}
