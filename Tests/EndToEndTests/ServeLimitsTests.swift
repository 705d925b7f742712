import Foundation
import TestSupport
import Testing

/// The limits of what is free, and what a public token cannot do, over HTTP.
@Suite(.timeLimit(.minutes(10)))
struct ServeLimitsTests {
    private static let uuid = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"

    @Test func `an order for today alone is refused where the day's slots do not reach`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            var sandbox = sandbox
            sandbox.variables["HEADSHOT_DAILY_CAP"] = "1"
            let token = try await sandbox.addSpace("shop", "--scope", "operate")
            try await ServerProcess.with(sandbox) { server in
                let photo = try await server.upload(
                    PhotoFixture.landscape(), token: token, person: Self.uuid)
                func order(_ styles: String, _ more: String = "") async throws
                    -> ServerProcess.Answer
                {
                    try await server.post(
                        "/v1/jobs", #"{"photo_id":"\#(photo)","styles":[\#(styles)]\#(more)}"#,
                        token: token, person: Self.uuid)
                }
                let two = #""front-casual","front-professional""#
                let refused = try await order(two, #","only_today":true"#)
                #expect(refused.status == 429, "\(refused.text)")
                #expect(try refused.problem == "daily_cap")
                let me = try await server.send(
                    "GET", "/v1/me", token: token, person: Self.uuid,
                    headers: ["x-time-zone": "Asia/Tokyo"])
                let day = try #require(try me.json["headshots"] as? [String: Any])
                let next = try #require(day["resets"] as? String)
                #expect(try refused.json["available_at"] as? String == next)
                #expect(refused.header("retry-after") != nil)
                // Midnight in UTC is nine in the morning there.
                #expect(day["local_time"] as? String == "09:00")
                #expect(day["local_day"] as? String == String(next.prefix(10)))

                // One is made today; what waits has a slot, too, and the same order again is no new one.
                #expect(
                    try await order(#""front-casual""#, #","only_today":true"#).status == 202)
                #expect(
                    try await order(#""front-casual""#, #","only_today":true"#).status == 200)
                let late = try await order(#""front-professional""#, #","only_today":true"#)
                #expect(try late.problem == "daily_cap")
                // Without the wish it waits for its day.
                #expect(try await order(#""front-professional""#).status == 202)
                #expect(try await emulator.ledger().isEmpty)
            }
        }
    }

    @Test func `a phone that sends too much at once waits alone, and others use the same token`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("great", "--preset", "great")
            try await ServerProcess.with(sandbox) { server in
                let known = ["anna", "bert", "cleo", "dora"]
                for person in known {
                    try await Self.expectMoments(0...0, of: person, server, token)
                }
                var refused: ServerProcess.Answer?
                while refused == nil {
                    let answers = try await withThrowingTaskGroup { group in
                        for _ in 0..<30 {
                            group.addTask {
                                try await server.send(
                                    "GET", "/v1/moments", token: token, person: "anna")
                            }
                        }
                        return try await group.reduce(into: []) { $0.append($1) }
                    }
                    refused = try answers.first { try $0.problem == "rate" }
                }
                // What a phone has that was offline, and as much again.
                try await withThrowingTaskGroup { group in
                    for person in known.dropFirst() {
                        group.addTask {
                            try await Self.expectMoments(1...38, of: person, server, token)
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(refused?.status == 429)
                #expect(refused?.header("retry-after") == "1")
                let later = try await ServerProcess.patiently {
                    try await server.send("GET", "/v1/moments", token: token, person: "anna")
                }
                #expect(later.status == 200, "\(later.text)")
            }
        }
    }

    private static func expectMoments(
        _ numbers: ClosedRange<Int>, of person: String, _ server: ServerProcess, _ token: String
    ) async throws {
        for number in numbers {
            let answer = try await server.post(
                "/v1/moments", #"{"client_id":"\#(number)","text":"Made dinner"}"#, token: token,
                person: person)
            #expect(answer.status == 201, "\(person): \(answer.text)")
        }
    }

    @Test func `an app's token sends no priority, force or provider; a server's does`() async throws
    {
        try await Sandbox.offline { sandbox in
            let app = try await sandbox.addSpace(
                "glow", "--kind", "app", "--provider", "local", "--budget", "1")
            let own = try await sandbox.run("space", "token", "glow")
            let token = own.output.trimmingCharacters(in: .whitespacesAndNewlines)
            try await ServerProcess.with(sandbox) { server in
                let photo = try await server.upload(
                    PhotoFixture.landscape(), token: app, person: Self.uuid)
                let job = try await server.queueOne(token: token, person: Self.uuid)
                _ = try await server.send(
                    "POST", "/v1/jobs/\(job)/cancel", token: app, person: Self.uuid)
                let order = #""photo_id":"\#(photo)","styles":["front-casual"]"#
                let cases = [
                    ("/v1/jobs", order, #""priority":100"#, "priority"),
                    ("/v1/jobs", order, #""priority":0"#, "priority"),
                    ("/v1/jobs", order, #""force":true"#, "force"),
                    ("/v1/jobs", order, #""provider":"local""#, "provider"),
                    (
                        "/v1/jobs", #""photo_id":"\#(photo)","kind":"analysis""#, #""priority":1"#,
                        "priority"
                    ),
                    (
                        "/v1/estimates", #""styles":["front-casual"]"#, #""provider":"gemini""#,
                        "provider"
                    ),
                    (
                        "/v1/jobs/\(job)/retry", #""style":"front-casual""#, #""provider":"local""#,
                        "provider"
                    ),
                ]
                for (path, body, member, name) in cases {
                    let refused = try await server.post(
                        path, "{\(body),\(member)}", token: app, person: Self.uuid)
                    #expect(refused.status == 403, "\(path) \(member): \(refused.text)")
                    #expect(try refused.problem == "server_only")
                    #expect(try (refused.json["detail"] as? String)?.contains("'\(name)'") == true)
                    let taken = try await server.post(
                        path, "{\(body),\(member)}", token: token, person: Self.uuid,
                        headers: ["idempotency-key": UUID().uuidString])
                    #expect(taken.status < 300, "\(path) \(member): \(taken.text)")
                }
                let plain = try await server.post(
                    "/v1/jobs", "{\(order)}", token: app, person: Self.uuid,
                    headers: ["idempotency-key": "plain"])
                #expect(plain.status == 202, "\(plain.text)")
            }
        }
    }

    @Test func `free work ends at its limits, of one person alone, and says when it goes on`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace(
                "shop", "--provider", "local", "--limit", "uploads=2", "--limit", "free-jobs=2",
                "--limit", "space-uploads=4", "--scope", "submit", "--scope", "read", "--scope",
                "operate")
            try await ServerProcess.with(sandbox) { server in
                func upload(_ person: String) async throws -> ServerProcess.Answer {
                    try await server.send(
                        "POST", "/v1/photos", token: token, person: person,
                        headers: ["content-type": "image/jpeg"], body: try PhotoFixture.landscape())
                }
                func order(_ photo: String, _ styles: [String], _ key: String) async throws
                    -> ServerProcess.Answer
                {
                    let names = styles.map { "\"\($0)\"" }.joined(separator: ",")
                    return try await server.post(
                        "/v1/jobs", #"{"photo_id":"\#(photo)","styles":[\#(names)]}"#,
                        token: token, person: "anna", headers: ["idempotency-key": key])
                }
                func expectLimit(_ answer: ServerProcess.Answer, _ name: String) throws {
                    #expect(answer.status == 429, "\(answer.text)")
                    #expect(try answer.problem == "free_limit")
                    #expect(try answer.json["limit"] as? String == name)
                    // In words for a person, and not for an operator.
                    let detail = try #require(try answer.json["detail"] as? String)
                    #expect(detail.wholeMatch(of: /More is possible in about \d+ [a-z]+\./) != nil)
                    let seconds = answer.header("retry-after").flatMap { Int($0) }
                    #expect(seconds.map { (1...86_400).contains($0) } == true)
                }
                let photo = try #require(try await upload("anna").json["id"] as? String)
                // A photo that is refused was looked at.
                let refused = try await server.send(
                    "POST", "/v1/photos", token: token, person: "anna",
                    headers: ["content-type": "image/jpeg"], body: Data("no photo".utf8))
                #expect(refused.status == 422)
                try expectLimit(try await upload("anna"), "uploads")
                #expect(try await upload("bert").status == 201)
                #expect(try await upload("bert").status == 201)
                try expectLimit(try await upload("cleo"), "space_uploads")
                // An order beyond the limit is refused as a whole; one that was taken is replayed.
                try expectLimit(
                    try await order(
                        photo, ["front-professional", "front-casual", "left-casual"], "three"),
                    "free_jobs")
                #expect(try await order(photo, ["front-professional"], "one").status == 202)
                #expect(try await order(photo, ["front-casual"], "two").status == 202)
                try expectLimit(try await order(photo, ["left-casual"], "four"), "free_jobs")
                #expect(try await order(photo, ["front-casual"], "two").status == 200)
                let me = try await server.send("GET", "/v1/me", token: token, person: "anna")
                let limits = try #require(try me.json["limits"] as? [String: [String: Int]])
                #expect(limits["free_jobs"] == ["most": 2, "used": 2])
                #expect(limits["uploads"] == ["most": 2, "used": 2])
                let usage = try await server.send("GET", "/v1/usage", token: token)
                let all = try #require(try usage.json["limits"] as? [String: [String: Int]])
                #expect(all["space_uploads"] == ["most": 4, "used": 4])
                #expect(all["storage_mb"] == ["most": 20_000, "used": 1])
                // Jobs that are made again count as well, also many at once.
                for (action, answer) in [("cancel", 200), ("retry", 429)] {
                    let changed = try await server.post(
                        "/v1/bulk", #"{"action":"\#(action)","filter":{},"expected":2}"#,
                        token: token)
                    #expect(changed.status == answer, "\(changed.text)")
                    if answer == 429 { try expectLimit(changed, "free_jobs") }
                }
                // The operator's change counts at once.
                let set = try await sandbox.run(
                    "space", "set", "shop", "--limit", "space-uploads=100", "--limit",
                    "storage-mb=0")
                #expect(set.exit == .status(0), "\(set.errors)")
                let full = try await upload("cleo")
                #expect(full.status == 507)
                #expect(try full.problem == "storage")
                #expect(try full.json["limit"] as? String == "storage_mb")
                #expect(try full.json["detail"] == nil)
            }
            // The command line is not limited.
            let photos = try (0..<3).map { try sandbox.photo(seed: $0) }
            let submitted = try await sandbox.submit(
                photos + ["--space", "shop", "--person", "anna", "--provider", "local"])
            #expect(submitted.count == 3)
        }
    }

    @Test func `made-up persons from one address leave room for those of others`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace(
                "glow", "--kind", "app", "--provider", "local", "--budget", "1",
                "--new-persons", "100")
            try await ServerProcess.with(sandbox) { server in
                func come(from address: String?) async throws -> ServerProcess.Answer {
                    var headers = ["content-type": "application/json"]
                    headers["x-forwarded-for"] = address
                    return try await server.send(
                        "PATCH", "/v1/me", token: token, person: UUID().uuidString,
                        headers: headers, body: Data(#"{"allows_models":false}"#.utf8))
                }
                for _ in 0..<5 {
                    #expect(try await come(from: "198.51.100.7, 203.0.113.9").status == 200)
                }
                let refused = try await come(from: "203.0.113.9")
                #expect(try refused.problem == "too_many_persons")
                #expect(refused.header("retry-after").flatMap { Int($0) } ?? 0 > 60)
                #expect(try await come(from: "203.0.113.10").status == 200)
                #expect(try await come(from: nil).status == 200)
            }
        }
    }
}
