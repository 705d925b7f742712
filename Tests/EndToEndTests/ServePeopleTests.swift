import Foundation
import TestSupport
import Testing

/// What a server tells and does about the persons of a space.
@Suite(.timeLimit(.minutes(10)))
struct ServePeopleTests {
    private static let anna = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"
    private func queueOne(
        _ server: ServerProcess, _ token: String, _ person: String = anna
    ) async throws -> String {
        try await server.queueOne(DrawnFace.photo(), token: token, person: person)
    }

    /// Whether a file of the home has a text in it.
    private func homeHolds(_ text: String, _ sandbox: Sandbox) throws -> [String] {
        let files = try #require(FileManager.default.enumerator(atPath: sandbox.home))
        return files.compactMap { $0 as? String }.filter { name in
            let bytes = FileManager.default.contents(atPath: "\(sandbox.home)/\(name)")
            return bytes?.range(of: Data(text.utf8)) != nil || name.contains(text)
        }
    }

    @Test func `who leaves takes everything along, and comes back as a stranger`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox, "--work") { server in
                let id = try await queueOne(server, token)
                _ = try await server.send(
                    "GET", "/v1/jobs/\(id)", token: token, person: Self.anna,
                    headers: ["prefer": "wait=60"])
                let scan = try await server.send(
                    "POST", "/v1/scans", token: token, person: Self.anna,
                    headers: ["content-type": "image/jpeg"], body: try DrawnFace.photo())
                #expect(scan.status == 201, "\(scan.text)")
                let export = try await server.send(
                    "GET", "/v1/me/export", token: token, person: Self.anna)
                for (list, count) in [("jobs", 1), ("photos", 1), ("scans", 1)] {
                    #expect(try (export.json[list] as? [Any])?.count == count, "\(export.text)")
                }
                #expect(try !homeHolds(Self.anna, sandbox).isEmpty)

                let gone = try await server.send(
                    "DELETE", "/v1/me", token: token, person: Self.anna.uppercased())
                #expect(gone.status == 204, "\(gone.text)")
                #expect(try homeHolds(Self.anna, sandbox).isEmpty)
                let photos = try FileManager.default.contentsOfDirectory(
                    atPath: "\(sandbox.home)/photos")
                #expect(photos.isEmpty)
                let empty = try await server.send(
                    "GET", "/v1/me/export", token: token, person: Self.anna)
                for list in ["jobs", "photos", "scans"] {
                    #expect(try (empty.json[list] as? [Any])?.isEmpty == true)
                }
                #expect(
                    try await server.send(
                        "GET", "/v1/jobs/\(id)", token: token, person: Self.anna
                    ).status == 404)
            }
        }
    }

    @Test func `who leaves while a job runs is refused, and gone once it has ended`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let token = try await sandbox.addSpace("shop")
            try await ServerProcess.with(sandbox, "--work") { server in
                let running = try await queueOne(server, token)
                try await emulator.waitForRequests(atLeast: 1)
                let waiting = try #require(
                    try await sandbox.submit([
                        sandbox.photo(), "--space", "shop", "--person", Self.anna,
                        "--not-before", "2099-01-01T00:00:00Z",
                    ]).first)
                let left = try await server.send(
                    "DELETE", "/v1/me", token: token, person: Self.anna)
                #expect(left.status == 202)
                #expect(try await sandbox.job(waiting).state == "cancelled")
                for (method, path) in [
                    ("GET", "/v1/me"), ("POST", "/v1/photos"),
                    ("POST", "/v1/jobs/\(running)/retry"),
                ] {
                    let refused = try await server.send(
                        method, path, token: token, person: Self.anna,
                        headers: ["content-type": "image/jpeg"], body: nil)
                    #expect(refused.status == 410)
                    #expect(try refused.problem == "leaving")
                }
                try await emulator.release()
                while try await !sandbox.jobs().isEmpty { await Task.yield() }
                // The row goes last, and after it the log that still has its page.
                while try await server.send(
                    "GET", "/v1/me", token: token, person: Self.anna
                ).status == 410 {}
                while try !homeHolds(Self.anna, sandbox).isEmpty { await Task.yield() }
                let usage = try await sandbox.run("usage", "--json")
                #expect(usage.output.contains("\"used_today\" : 1"), "\(usage.output)")
            }
        }
    }

    @Test func `a server sees the persons of its space, says what they pay for, and forgets them`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            let operating = try await sandbox.run(
                "space", "token", "shop", "--scope", "operate"
            ).output.trimmingCharacters(in: .whitespacesAndNewlines)
            let other = try await sandbox.addSpace("team", "--scope", "operate")
            try await ServerProcess.with(sandbox) { server in
                for person in ["b", "a", "c"] {
                    _ = try await server.upload(
                        PhotoFixture.landscape(), token: token, person: person)
                }
                func people(_ token: String, _ query: String = "") async throws -> [[String: Any]] {
                    let answer = try await server.send("GET", "/v1/people\(query)", token: token)
                    return try #require(try answer.json["people"] as? [[String: Any]])
                }
                let pages = [("?limit=2", ["a", "b"]), ("?limit=2&after=b", ["c"])]
                for (query, expected) in pages {
                    #expect(
                        try await people(operating, query).map { $0["person"] as? String }
                            == expected)
                }
                #expect(try await people(other).isEmpty)

                let body = Data(#"{"plan":"pro","expires":"2099-01-01T00:00:00Z"}"#.utf8)
                let refused = try await server.send(
                    "PUT", "/v1/people/a/plan", token: token, body: body)
                #expect(try refused.problem == "forbidden")
                let granted = try await server.send(
                    "PUT", "/v1/people/a/plan", token: operating, body: body)
                #expect(try granted.json["plan"] as? String == "pro", "\(granted.text)")
                let me = try await server.send("GET", "/v1/me", token: token, person: "a")
                #expect(try me.json["plan"] as? String == "pro")
                #expect(try me.json["expires"] as? String == "2099-01-01T00:00:00Z")

                let forgotten = try await server.send(
                    "DELETE", "/v1/people/a", token: operating)
                #expect(forgotten.status == 204)
                #expect(try await people(operating).map { $0["person"] as? String } == ["b", "c"])
                let after = try await server.send("GET", "/v1/me", token: token, person: "a")
                #expect(try after.json["plan"] as? String == "free")
            }
        }
    }

    @Test func `a long reader holds up no removal, and the log is emptied after it`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("journal", "--preset", "great")
            try await ServerProcess.with(sandbox) { server in
                let secret = "a text that nobody else writes"
                let written = try await server.post(
                    "/v1/moments", #"{"client_id":"one","text":"\#(secret)"}"#, token: token,
                    person: Self.anna)
                let id = try #require(try written.json["id"] as? String, "\(written.text)")
                try await QueueReader.reading(home: sandbox.home) {
                    // SQLite would wait for the reader for ten seconds.
                    let took = try await ContinuousClock().measure {
                        for path in ["/v1/moments/\(id)", "/v1/me"] {
                            let removed = try await server.send(
                                "DELETE", path, token: token, person: Self.anna)
                            #expect(removed.status == 204, "\(path): \(removed.text)")
                        }
                    }
                    #expect(took < .seconds(8))
                    #expect(try !homeHolds(secret, sandbox).isEmpty)
                }
                // The server does the rest within seconds; nothing else tells of it.
                let end = ContinuousClock.now + .seconds(60)
                for text in [secret, Self.anna] {
                    while try !homeHolds(text, sandbox).isEmpty {
                        try #require(ContinuousClock.now < end, "\(text) is left")
                        _ = try await server.send("GET", "/healthz", at: server.admin)
                    }
                }
            }
        }
    }

    @Test func `a subscription of a person who has left gives no plan, and is listed`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("glow", "--preset", "routine")
            let operating = try await sandbox.run(
                "space", "token", "glow", "--scope", "operate"
            ).output.trimmingCharacters(in: .whitespacesAndNewlines)
            let store = try await sandbox.run(
                "space", "token", "glow", "--kind", "store"
            ).output.trimmingCharacters(in: .whitespacesAndNewlines)
            try await ServerProcess.with(sandbox) { server in
                func plan() async throws -> String? {
                    try await server.send("GET", "/v1/me", token: token, person: Self.anna)
                        .json["plan"] as? String
                }
                func left() async throws -> [[String: Any]] {
                    try await server.send("GET", "/v1/people", token: operating)
                        .json["left"] as? [[String: Any]] ?? []
                }
                func meet() async throws {
                    let met = try await server.send(
                        "PATCH", "/v1/me", token: token, person: Self.anna,
                        headers: ["content-type": "application/json"],
                        body: Data(#"{"onboarded":true}"#.utf8))
                    #expect(met.status == 200, "\(met.text)")
                }
                try await meet()
                let gone = try await server.send(
                    "DELETE", "/v1/me", token: token, person: Self.anna)
                #expect(gone.status == 204)
                #expect(try await left().isEmpty)
                let renewal = #"""
                    {"api_version":"1.0","event":{"id":"E1","type":"RENEWAL",
                    "app_user_id":"\#(Self.anna)","event_timestamp_ms":1795251600000,
                    "original_transaction_id":"T1","product_id":"pro_monthly","store":"APP_STORE",
                    "environment":"PRODUCTION","expiration_at_ms":4070908800000}}
                    """#
                let told = try await server.post(
                    "/v1/webhooks/revenuecat/glow", renewal, token: store)
                #expect(told.status == 200, "\(told.text)")
                #expect(try await plan() == "free")
                let kept = try #require(try await left().first)
                #expect(kept["product"] as? String == "pro_monthly")
                #expect(kept["expires"] as? String == "2099-01-01T00:00:00Z")
                #expect(!kept.keys.contains("person"))
                #expect(try homeHolds(Self.anna, sandbox).isEmpty)
                // Who comes back has what is paid for.
                try await meet()
                #expect(try await plan() == "pro")
                #expect(try await left().isEmpty)
            }
        }
    }

    @Test func `a store's news set the plan of the person they are about, once`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("glow", "--preset", "routine")
            let store = try await sandbox.run(
                "space", "token", "glow", "--kind", "store"
            ).output.trimmingCharacters(in: .whitespacesAndNewlines)
            func news(_ type: String, _ id: String, at moment: Int, more: String = "") -> String {
                #"""
                {"api_version":"1.0","event":{"id":"\#(id)","type":"\#(type)","app_user_id":"$RCAnonymousID:1",
                "aliases":["\#(Self.anna.uppercased())"],"event_timestamp_ms":\#(moment),"period_type":"TRIAL",
                "expiration_at_ms":4070908800000\#(more)}}
                """#
            }
            try await ServerProcess.with(sandbox) { server in
                let path = "/v1/webhooks/revenuecat/glow"
                func plan() async throws -> String? {
                    let me = try await server.send(
                        "GET", "/v1/me", token: token, person: Self.anna)
                    return try me.json["plan"] as? String
                }
                let cases: [(String, String?)] = [
                    (news("TEST", "0", at: 1), "free"),
                    (
                        news("INITIAL_PURCHASE", "1", at: 10, more: #","environment":"SANDBOX""#),
                        "free"
                    ),
                    (news("INITIAL_PURCHASE", "2", at: 20), "trial"),
                    (news("EXPIRATION", "3", at: 15), "trial"),
                    (news("CANCELLATION", "4", at: 30), "trial"),
                    (news("EXPIRATION", "5", at: 40), "free"),
                    (news("INITIAL_PURCHASE", "2", at: 50), "free"),
                ]
                for (body, expected) in cases {
                    let answer = try await server.post(path, body, token: store)
                    #expect(answer.status == 200, "\(answer.text)")
                    #expect(try await plan() == expected, "\(body)")
                }
                for (wrong, path, status) in [
                    (token, path, 401), (store, "/v1/webhooks/revenuecat/other", 404),
                    (store, "/v1/jobs", 403),
                ] {
                    let answer = try await server.post(path, cases[2].0, token: wrong)
                    #expect(answer.status == status)
                }
            }
        }
    }

    @Test func `many jobs are changed if they are as many as were shown`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace(
                "shop", "--provider", "local", "--scope", "submit", "--scope", "operate")
            try await ServerProcess.with(sandbox) { server in
                var ids: [String] = []
                for person in ["a", "b", "b"] {
                    ids.append(try await queueOne(server, token, person))
                }
                func bulk(_ action: String, _ filter: String, _ count: Int) async throws
                    -> ServerProcess.Answer
                {
                    try await server.post(
                        "/v1/bulk",
                        #"{"action":"\#(action)","filter":\#(filter),"expected":\#(count)}"#,
                        token: token)
                }
                let waitingOfB = #"{"state":["waiting"],"person":"b"}"#
                let changed = try await bulk("cancel", waitingOfB, 1)
                #expect(changed.status == 409)
                #expect(try changed.problem == "count_changed")
                #expect(try changed.json["count"] as? Int == 2)
                let cancelled = try await bulk("cancel", waitingOfB, 2)
                let jobs = try #require(try cancelled.json["jobs"] as? [String])
                #expect(Set(jobs) == Set(ids.suffix(2)))
                #expect(try await sandbox.job(ids[0]).state == "waiting")
                for expected in [2, 0] {
                    let again = try await bulk("retry", #"{"state":["cancelled"]}"#, 2)
                    #expect(try (again.json["jobs"] as? [String])?.count == expected)
                }
            }
        }
    }

    @Test func `the headshots of a filter come as one archive`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox, "--work") { server in
                let none = try await server.send("GET", "/v1/archive.zip", token: token)
                #expect(none.status == 404)
                for person in ["a", "b"] {
                    let id = try await queueOne(server, token, person)
                    _ = try await server.send(
                        "GET", "/v1/jobs/\(id)", token: token, headers: ["prefer": "wait=60"])
                }
                let archive = try await server.send("GET", "/v1/archive.zip", token: token)
                #expect(archive.header("content-type") == "application/zip")
                let path = "\(sandbox.folder)/all.zip"
                try archive.body.write(to: URL(filePath: path))
                let listed = try await sandbox.shell("unzip -Z1 \(path)")
                #expect(
                    listed.output.split(separator: "\n").sorted()
                        == ["a-front-professional.jpg", "b-front-professional.jpg"])
                let one = try await server.send(
                    "GET", "/v1/archive.zip?person=a", token: token)
                #expect(one.body.count < archive.body.count)
            }
        }
    }
}
