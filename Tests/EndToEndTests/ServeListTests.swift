import Foundation
import TestSupport
import Testing

/// Lists and exports as phones read them.
@Suite(.timeLimit(.minutes(10)))
struct ServeListTests {
    private static let anna = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"

    private func app(
        _ preset: String, _ body: (GlowApp) async throws -> Void
    ) async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace(
                "app", "--preset", preset, "--provider", "local", "--scope", "operate")
            try await ServerProcess.with(sandbox) { server in
                let app = GlowApp(sandbox: sandbox, server: server, token: token)
                try await app.pay()
                try await body(app)
            }
        }
    }

    @Test(arguments: [
        ("great", ["/v1/moments"]), ("glowup", ["/v1/scans", "/v1/turns", "/v1/tips?type=short"]),
        ("headshots", ["/v1/jobs"]),
    ])
    func `a cursor that no list has given is malformed, and so is an unknown parameter`(
        preset: String, paths: [String]
    ) async throws {
        try await app(preset) { app in
            for path in paths {
                let mark = path.contains("?") ? "&" : "?"
                #expect(try await app.send("GET", path).status == 200)
                // Another list's cursor, and one that is made up.
                let cursors = ["zzz", "s99999999999999999999", "%00", "x.1"].map { "after=\($0)" }
                let repeated = ["limit", "kind", "provider", "day", "favourite", "type"]
                    .map { "\($0)=x&\($0)=x" }
                for query in cursors + repeated + ["limit=1&limit=2", "limits=1"] {
                    let answer = try await app.send("GET", path + mark + query)
                    #expect(try answer.problem == "malformed", "\(path) \(query): \(answer.text)")
                }
            }
        }
    }

    @Test func `a list of scans has short items, and the first and the last one on its first page`()
        async throws
    {
        try await app("glowup") { app in
            for _ in 0..<3 { _ = try await app.scan() }
            let page = try await app.send("GET", "/v1/scans?limit=2")
            let scans = try #require(try page.json["scans"] as? [[String: Any]])
            #expect(scans.count == 2)
            for scan in scans {
                #expect(Set(scan.keys).isSubset(of: ["id", "created", "score", "links"]))
                let id = try #require(scan["id"] as? String)
                let whole = try await app.send("GET", "/v1/scans/\(id)").json
                #expect(whole["ratings"] != nil)
                #expect(whole["took_ms"] is Int)
                #expect(whole["score"] as? Double == scan["score"] as? Double)
            }
            // 24 of them fit into 8 kB.
            let bytes = try JSONSerialization.data(withJSONObject: scans[0]).count
            #expect(24 * bytes < 8000)
            #expect(try page.json["first"] != nil && page.json["last"] != nil)
            let next = try #require(try page.json["next"] as? String)
            let rest = try await app.send("GET", "/v1/scans?limit=2&after=\(next)").json
            #expect((rest["scans"] as? [Any])?.count == 1)
            #expect(rest["first"] == nil && rest["last"] == nil && rest["next"] == nil)
        }
    }

    @Test func `an export has what is kept of days, freezes, reminders and purchases, too`()
        async throws
    {
        try await app("routine") { app in
            for task in ["water", "skincare", "posture"] {
                let done = try await app.send(
                    "PUT", "/v1/routine/\(task)", #"{"completed":true}"#)
                #expect(done.status == 200, "\(done.text)")
            }
            let freeze = try await app.send(
                "POST", "/v1/people/\(Self.anna)/freezes", #"{"id":"receipt-1"}"#)
            #expect(freeze.status == 204, "\(freeze.text)")
            let sent = try await app.send(
                "POST", "/v1/reminders/sent",
                #"{"reminders":[{"person":"\#(Self.anna)","kind":"daily","day":"2026-11-21"}]}"#)
            #expect(sent.status == 200, "\(sent.text)")
            let export = try await app.send("GET", "/v1/me/export").json
            #expect((export["freezes"] as? [Any])?.count == 1)
            #expect(
                (export["reminders"] as? [[String: Any]])?.map { $0["day"] as? String }
                    == ["2026-11-21"])
            #expect((export["entitlement"] as? [String: Any])?["plan"] as? String == "pro")
            let tasks = try #require(export["tasks"] as? [[String: Any]])
            #expect((tasks.first?["tasks"] as? [String: Any])?.count == 3)
        }
        try await app("great") { app in
            let kept = try await app.send(
                "POST", "/v1/moments", #"{"client_id":"a","text":"Called a friend"}"#)
            #expect(kept.status == 201, "\(kept.text)")
            let export = try await app.send("GET", "/v1/me/export").json
            #expect((export["days"] as? [Any])?.count == 1)
            #expect((export["moments"] as? [Any])?.count == 1)
        }
    }
}
