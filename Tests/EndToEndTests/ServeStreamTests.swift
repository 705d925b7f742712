import Foundation
import TestSupport
import Testing

/// How long responses last that are sent while they are made, and what ends them.
@Suite(.timeLimit(.minutes(10)))
struct ServeStreamTests {
    private static let anna = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"
    private static let bert = "0c1d2e3f-0b5d-4e6f-8a9b-81f3a1c24a5b"

    /// What ends the use of a token.
    struct End: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The options of the token.
        let token: [String]
        /// The command that ends it; without one, the person leaves.
        var command: [String]?
        /// What becomes of the wait.
        var problem = "unauthenticated"
    }

    static let ends = [
        End(testDescription: "a server's is revoked", token: [], command: ["revoke", "shop"]),
        End(
            testDescription: "an app's is revoked", token: ["--kind", "app"],
            command: ["revoke", "shop"]),
        End(
            testDescription: "a server's is replaced", token: [],
            command: ["rotate", "shop", "--at-once"]),
        End(
            testDescription: "an app's is replaced, a second later", token: ["--kind", "app"],
            command: ["rotate", "shop", "--kind", "app", "--keep", "1s"]),
        End(
            testDescription: "an app's loses its budget", token: ["--kind", "app"],
            command: ["set", "shop", "--no-budget"], problem: "budget_missing"),
        End(testDescription: "the person leaves", token: [], problem: "leaving"),
    ]

    @Test(arguments: ends)
    func `streams and waits end with what their token allows, and others go on`(
        _ end: End
    ) async throws {
        try await Sandbox.offline { sandbox in
            let options = ["--provider", "local", "--budget", "5"]
            let token = try await sandbox.addSpace("shop", options + end.token)
            let other = try await sandbox.addSpace("team", options)
            try await ServerProcess.with(sandbox) { server in
                // Whatever a token may order: its own job is there.
                let maker = try await sandbox.run("space", "token", "shop").output
                let mine = try await server.queueOne(
                    token: maker.trimmingCharacters(in: .whitespacesAndNewlines),
                    person: Self.anna)
                let theirs = try await server.queueOne(token: other, person: Self.anna)
                let streams = try ["/v1/events", "/v1/jobs/\(mine)/events"].map { path in
                    try server.open(path, token: token, person: Self.anna)
                }
                let innocent = try server.open("/v1/events", token: other, person: Self.anna)
                for stream in streams + [innocent] { try await stream.wait(for: "event: ") }
                let waiting = try server.open(
                    "/v1/jobs/\(mine)", token: token, person: Self.anna,
                    headers: ["Prefer: wait=60"])
                try await server.passASecond(of: theirs, token: other, person: Self.anna)
                #expect(waiting.bytes.isEmpty)
                #expect(streams.allSatisfy { !$0.isClosed })

                if let command = end.command {
                    let result = try await sandbox.run(["space"] + command)
                    #expect(result.exit == .status(0), "\(result.errors)")
                } else {
                    let left = try await server.send(
                        "DELETE", "/v1/me", token: token, person: Self.anna)
                    #expect(left.status == 204, "\(left.text)")
                }
                for stream in streams {
                    let bytes = try await within(.seconds(60)) { try await stream.waitForClose() }
                    let text = String(decoding: bytes, as: UTF8.self)
                    #expect(text.hasSuffix("0\r\n\r\n"), "\(text)")
                }
                let answer = String(
                    decoding: try await within(.seconds(60)) { try await waiting.waitForClose() },
                    as: UTF8.self)
                #expect(answer.contains("\"code\":\"\(end.problem)\""), "\(answer)")

                // Somebody who still may hears of what happens later.
                #expect(!innocent.isClosed)
                let cancelled = try await server.send(
                    "POST", "/v1/jobs/\(theirs)/cancel", token: other, person: Self.anna)
                #expect(cancelled.status == 200, "\(cancelled.text)")
                let told = try await within(.seconds(60)) {
                    try await innocent.wait(for: "\"state\":\"cancelled\"")
                }
                #expect(told.contains(theirs) && !told.contains(mine))
            }
        }
    }

    @Test func `proxies are told to pass streams on as they come`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox, "--work") { server in
                let id = try await ended(server, token, Self.anna)
                for path in ["/v1/events", "/v1/jobs/\(id)/events", "/v1/archive.zip"] {
                    let stream = try server.open(path, token: token)
                    let head = try await stream.wait(for: "\r\n\r\n").lowercased()
                    #expect(head.hasPrefix("http/1.1 200 "), "\(head)")
                    #expect(head.contains("\r\ncache-control: no-store, no-transform\r\n"))
                    #expect(head.contains("\r\nx-accel-buffering: no\r\n"))
                    #expect(head.contains("\r\ntransfer-encoding: chunked\r\n"))
                }
            }
        }
    }

    @Test func `a tag that a proxy made weak is known again`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox, "--work") { server in
                let id = try await ended(server, token, Self.anna)
                for path in [
                    "/v1/texts", "/v1/jobs/\(id)/headshot", "/v1/jobs/\(id)/photo",
                    "/v1/jobs/\(id)/photo?side=64",
                ] {
                    let first = try await server.send("GET", path, token: token)
                    let tag = try #require(first.header("etag"))
                    for (known, status) in [
                        (tag, 304), ("W/\(tag)", 304), ("*", 304), ("\"a\", W/\(tag)", 304),
                        ("\"a\"", 200),
                    ] {
                        let again = try server.open(
                            path, token: token,
                            headers: ["If-None-Match: \(known)", "Connection: close"])
                        let answer = try await within(.seconds(60)) {
                            String(decoding: try await again.waitForClose(), as: UTF8.self)
                        }
                        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(path) \(known)")
                    }
                }
            }
        }
    }

    @Test func `an archive has all headshots of its filter, also where one was removed`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox, "--work") { server in
                var jobs: [String] = []
                for person in ["a", "a", "b", "c"] {
                    jobs.append(try await ended(server, token, person))
                }
                var headshots: [Data] = []
                for job in jobs {
                    headshots.append(
                        try await server.send("GET", "/v1/jobs/\(job)/headshot", token: token).body)
                }
                let archive = try await server.send("GET", "/v1/archive.zip", token: token)
                #expect(archive.status == 200)
                // The newest of two with the same name has it.
                let names = [
                    "c-front-professional.jpg", "b-front-professional.jpg",
                    "a-front-professional.jpg", "a-front-professional-\(jobs[0]).jpg",
                ]
                let files = try await unpack(archive.body, sandbox)
                #expect(files.map(\.name) == names)
                #expect(files.map(\.bytes) == headshots.reversed())

                try FileManager.default.removeItem(atPath: headshot(of: jobs[2], sandbox))
                let rest = try await server.send("GET", "/v1/archive.zip", token: token)
                let left = try await unpack(rest.body, sandbox)
                #expect(left.map(\.name) == [names[0], names[2], names[3], "MISSING.txt"])
                let note = try #require(left.last.map { String(decoding: $0.bytes, as: UTF8.self) })
                #expect(note.contains("b-front-professional.jpg"))
                let one = try await server.send("GET", "/v1/archive.zip?person=a", token: token)
                #expect(try await unpack(one.body, sandbox).map(\.name) == Array(names[2...]))
            }
        }
    }

    @Test func `a client that does not read its archive, or leaves, holds up nothing`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox, "--work") { server in
                let id = try await ended(server, token, Self.anna)
                // More than the network takes for a client that does not read.
                let path = try headshot(of: id, sandbox)
                try Data(repeating: 0x55, count: 64 << 20).write(to: URL(filePath: path))
                let digest = try await sandbox.shell("sha256sum '\(path)'").output.prefix(64)
                try await sandbox.tamper("UPDATE job SET result_hash = '\(digest)'")
                let request =
                    "GET /v1/archive.zip HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(token)\r\n\r\n"
                let stalled = try (0..<2).map { _ in
                    try RawConnection(port: server.port, reads: false)
                }
                for connection in stalled { connection.send(request) }
                try await within(.seconds(60)) {
                    _ = try await server.program.waitForErrors(
                        "route=/v1/archive.zip ", times: 2)
                }
                // The space has no place for a third; all other routes answer.
                let third = try await server.send("GET", "/v1/archive.zip", token: token)
                #expect(third.status == 503)
                #expect(third.header("retry-after") != nil)
                #expect(try await server.send("GET", "/v1/jobs", token: token).status == 200)
                for connection in stalled { connection.close() }
                try await within(.seconds(60)) {
                    var status = 503
                    while status == 503 {
                        let again = try server.open("/v1/archive.zip", token: token)
                        let head = try await again.wait(for: "\r\n\r\n")
                        status = head.hasPrefix("HTTP/1.1 200") ? 200 : 503
                        again.close()
                    }
                }
                let files = try FileManager.default.subpathsOfDirectory(atPath: sandbox.home)
                #expect(!files.contains { $0.hasSuffix(".zip") })
            }
        }
    }

    @Test func `a repeated order is answered as before, whatever became of its photo`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                let photo = try await server.upload(
                    PhotoFixture.landscape(), token: token, person: Self.anna)
                let twin = try await server.upload(
                    PhotoFixture.landscape(seed: 1), token: token, person: Self.anna)
                let orders = [
                    ("one", #"{"photo_id":"\#(photo)","styles":["front-professional"]}"#),
                    (
                        "two",
                        #"{"photo_id":"\#(photo)","styles":["front-casual","left-casual"]}"#
                    ),
                    ("three", #"{"photo_id":"\#(photo)","kind":"analysis"}"#),
                ]
                func order(
                    _ key: String, _ json: String, _ person: String = Self.anna
                ) async throws -> ServerProcess.Answer {
                    try await server.post(
                        "/v1/jobs", json, token: token, person: person,
                        headers: ["idempotency-key": key])
                }
                func ids(_ answer: ServerProcess.Answer) throws -> [String] {
                    try #require(try answer.json["jobs"] as? [[String: Any]])
                        .compactMap { $0["id"] as? String }
                }
                var first: [String: [String]] = [:]
                for (key, json) in orders {
                    let answer = try await order(key, json)
                    #expect(answer.status == 202, "\(answer.text)")
                    first[key] = try ids(answer)
                }
                let removed = try await server.send(
                    "DELETE", "/v1/photos/\(photo)", token: token, person: Self.anna)
                #expect(removed.status == 202)
                // The orders name no provider; what the space says now is another matter.
                let set = try await sandbox.run("space", "set", "shop", "--provider", "gemini")
                #expect(set.exit == .status(0), "\(set.errors)")
                for (key, json) in orders {
                    let again = try await order(key, json)
                    #expect(again.status == 200, "\(key): \(again.text)")
                    #expect(again.header("idempotency-replayed") == "true")
                    #expect(try ids(again) == first[key])
                }
                // Another order under the same key is refused, and an unknown key needs its photo.
                func changed(_ photo: String, _ style: String, _ more: String = "") -> String {
                    #"{"photo_id":"\#(photo)","styles":["\#(style)"]\#(more)}"#
                }
                for (key, json, code) in [
                    ("one", changed(photo, "front-casual"), "key_reused"),
                    ("one", changed(twin, "front-professional"), "key_reused"),
                    ("one", changed("aaaaaaaaaa", "front-professional"), "key_reused"),
                    (
                        "one", changed(photo, "front-professional", #","provider":"openai""#),
                        "key_reused"
                    ),
                    ("two", changed(photo, "front-casual"), "key_reused"),
                    ("four", orders[0].1, "not_found"),
                ] {
                    let refused = try await order(key, json)
                    #expect(try refused.problem == code, "\(key) \(json): \(refused.text)")
                }
                let stranger = try await order("one", orders[0].1, Self.bert)
                #expect(try stranger.problem == "not_found")
            }
        }
    }

    /// The id of a person's job, once its headshot is there.
    private func ended(
        _ server: ServerProcess, _ token: String, _ person: String
    ) async throws -> String {
        let id = try await server.queueOne(DrawnFace.photo(), token: token, person: person)
        let job = try await server.send(
            "GET", "/v1/jobs/\(id)", token: token, headers: ["prefer": "wait=60"])
        #expect(try job.json["state"] as? String == "succeeded", "\(job.text)")
        return id
    }

    /// The file of a job's headshot.
    private func headshot(of job: String, _ sandbox: Sandbox) throws -> String {
        let names = try FileManager.default.subpathsOfDirectory(atPath: sandbox.folder)
        let name = names.first {
            ($0 as NSString).lastPathComponent.hasPrefix(job) && $0.hasSuffix(".jpg")
        }
        return "\(sandbox.folder)/\(try #require(name))"
    }

    /// The files of an archive that unzip finds whole, in their order.
    private func unpack(
        _ archive: Data, _ sandbox: Sandbox
    ) async throws -> [(name: String, bytes: Data)] {
        let path = "\(sandbox.folder)/all.zip"
        try archive.write(to: URL(filePath: path))
        let listed = try await sandbox.shell(
            "unzip -tq \(path) && rm -rf all && unzip -q \(path) -d all && unzip -Z1 \(path)")
        #expect(listed.exit == .status(0), "\(listed.output) \(listed.errors)")
        return try listed.output.split(separator: "\n").dropFirst().map { name in
            let bytes = FileManager.default.contents(atPath: "\(sandbox.folder)/all/\(name)")
            return (String(name), try #require(bytes))
        }
    }
}
