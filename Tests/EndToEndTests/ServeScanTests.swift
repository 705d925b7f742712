import Foundation
import TestSupport
import Testing

/// Photos that a server rates at once.
@Suite(.timeLimit(.minutes(10)))
struct ServeScanTests {
    private static let anna = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"
    private static let boundary = "a-line-between"

    private func multipart(_ parts: [(name: String, photo: Data)]) -> Data {
        var body = Data()
        for part in parts {
            body += Data(
                "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\"; "
                    .utf8)
            body += Data("filename=\"me.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n".utf8)
            body += part.photo + Data("\r\n".utf8)
        }
        return body + Data("--\(Self.boundary)--\r\n".utf8)
    }

    private func scan(
        _ server: ServerProcess, _ token: String, _ parts: [(name: String, photo: Data)],
        headers: [String: String] = [:]
    ) async throws -> ServerProcess.Answer {
        let type = ["content-type": "multipart/form-data; boundary=\(Self.boundary)"]
        return try await server.send(
            "POST", "/v1/scans", token: token, person: Self.anna,
            headers: headers.merging(type) { first, _ in first }, body: multipart(parts))
    }

    @Test func `a scan says what is strong and weak, and is there to compare with`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("glow")
            try await ServerProcess.with(sandbox) { server in
                let front = try DrawnFace.photo()
                let key = ["idempotency-key": "monday"]
                let first = try await scan(
                    server, token, [("front", front), ("side", PhotoFixture.landscape())],
                    headers: key)
                #expect(first.status == 201, "\(first.text)")
                for list in ["strengths", "weaknesses", "ratings"] {
                    #expect(try (first.json[list] as? [Any])?.isEmpty == false)
                }
                #expect(try first.json["score"] as? Double ?? 0 >= 1)
                #expect(try (first.json["side"] as? [String: Any])?["verdict"] is String)
                let id = try #require(try first.json["id"] as? String)

                let again = try await scan(
                    server, token, [("front", front), ("side", PhotoFixture.landscape())],
                    headers: key)
                #expect(again.status == 200)
                #expect(again.header("idempotency-replayed") == "true")
                #expect(again.text == first.text)
                let other = try await scan(server, token, [("front", front)], headers: key)
                #expect(try other.problem == "key_reused")

                let second = try await scan(server, token, [("front", front)])
                let last = try #require(try second.json["id"] as? String)
                let list = try await server.send(
                    "GET", "/v1/scans?limit=1", token: token, person: Self.anna)
                for (member, expected) in [("first", id), ("last", last)] {
                    #expect(try (list.json[member] as? [String: Any])?["id"] as? String == expected)
                }
                let next = try #require(try list.json["next"] as? String)
                let rest = try await server.send(
                    "GET", "/v1/scans?limit=1&after=\(next)", token: token, person: Self.anna)
                let older = try #require(try rest.json["scans"] as? [[String: Any]])
                #expect(older.map { $0["id"] as? String } == [id])

                let photo = try await server.send(
                    "GET", "/v1/scans/\(id)/photo", token: token, person: Self.anna)
                #expect(photo.body == front)
                for person in ["b", "a"] {
                    let theirs = try await server.send(
                        "GET", "/v1/scans/\(id)", token: token, person: person)
                    #expect(theirs.status == 404)
                }
                let removed = try await server.send(
                    "DELETE", "/v1/scans/\(id)", token: token, person: Self.anna)
                #expect(removed.status == 204)
                let late = try await scan(
                    server, token, [("front", front), ("side", PhotoFixture.landscape())],
                    headers: key)
                #expect(late.status == 410)
                #expect(try late.problem == "deleted")
                let left = try FileManager.default.contentsOfDirectory(
                    atPath: "\(sandbox.home)/photos")
                #expect(left.count == 1)
            }
        }
    }

    @Test func `a plan without weaknesses is sent none, and has one scan a week`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace(
                "daily", "--preset", "routine", "--scope", "submit", "--scope", "operate")
            try await ServerProcess.with(sandbox) { server in
                // A refused photo uses nothing up.
                let refused = try await scan(server, token, [("front", PhotoFixture.landscape())])
                #expect(refused.status == 422)
                #expect(try refused.problem == "photo_refused")
                let free = try await scan(server, token, [("front", DrawnFace.photo())])
                #expect(free.status == 201, "\(free.text)")
                let second = try await scan(server, token, [("front", DrawnFace.photo())])
                #expect(second.status == 403)
                #expect(try second.problem == "scan_limit")
                #expect(try second.json["available_at"] is String)
                let me = try await server.send("GET", "/v1/me", token: token, person: Self.anna)
                let left = try #require(try me.json["scans"] as? [String: Any])
                #expect(left["allowed"] as? Bool == false)

                // A part that is only better than the others is no strength to praise.
                let id = try #require(try free.json["id"] as? String)
                let strengths = try #require(try free.json["strengths"] as? [[String: Any]])
                let praise = try #require(strengths.first?["sentence"] as? String)
                let remark = "Other parts of the photo need more work than the pose."
                try tamper(
                    withQueueOf: sandbox.home,
                    "UPDATE scan SET answer = replace(answer, '\(praise)', '\(remark)')")
                let told = try await server.send(
                    "GET", "/v1/scans/\(id)", token: token, person: Self.anna)
                #expect(!told.text.contains(remark))
                #expect(
                    try (told.json["strengths"] as? [Any])?.count == strengths.count - 1)

                let plan = Data(#"{"plan":"pro"}"#.utf8)
                _ = try await server.send(
                    "PUT", "/v1/people/\(Self.anna)/plan", token: token, body: plan)
                let open = try await server.send(
                    "GET", "/v1/scans/\(id)", token: token, person: Self.anna)
                let hidden = try #require(try open.json["weaknesses"] as? [[String: Any]])
                #expect(!hidden.isEmpty)
                for weakness in hidden {
                    let sentence = try #require(weakness["sentence"] as? String)
                    #expect(!free.text.contains(sentence))
                }
                let more = try await scan(server, token, [("front", DrawnFace.photo())])
                #expect(more.status == 201)
                // The space keeps no photo.
                let files = try FileManager.default.contentsOfDirectory(
                    atPath: "\(sandbox.home)/photos")
                #expect(files.isEmpty)
                #expect(try (open.json["links"] as? [String: String])?["photo"] == nil)
                let off = try await server.send(
                    "POST", "/v1/photos", token: token, person: Self.anna)
                #expect(off.status == 404)
                #expect(try off.problem == "feature_off")
            }
        }
    }

    @Test func `a body of parts that cannot be read is refused`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("glow")
            try await ServerProcess.with(sandbox) { server in
                let photo = try DrawnFace.photo()
                let large = Data(count: 7_000_001)
                let cases: [(Data, Int, String)] = [
                    (multipart([("side", photo)]), 400, "malformed"),
                    (multipart([("front", photo), ("front", photo)]), 400, "malformed"),
                    (multipart([("front", photo), ("other", photo)]), 400, "malformed"),
                    (multipart([("front", photo)]).dropLast(8), 400, "malformed"),
                    (Data("--\(Self.boundary)x".utf8), 400, "malformed"),
                    (Data(), 400, "malformed"),
                    (multipart([("front", photo), ("side", large)]), 413, "too_large"),
                ]
                for (body, status, code) in cases {
                    let answer = try await server.send(
                        "POST", "/v1/scans", token: token, person: Self.anna,
                        headers: [
                            "content-type": "multipart/form-data; boundary=\(Self.boundary)"
                        ], body: body)
                    #expect(answer.status == status, "\(answer.text)")
                    #expect(try answer.problem == code)
                }
                let left = try FileManager.default.contentsOfDirectory(
                    atPath: "\(sandbox.home)/photos")
                #expect(left.isEmpty)
            }
        }
    }

    @Test func `photos that a space does not keep are gone with their last job`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace(
                "team", "--provider", "local", "--photos", "discard")
            try await ServerProcess.with(sandbox, "--work") { server in
                let photo = try await server.upload(
                    DrawnFace.photo(), token: token, person: Self.anna)
                func order(_ style: String) async throws -> ServerProcess.Answer {
                    try await server.post(
                        "/v1/jobs", #"{"photo_id":"\#(photo)","styles":["\#(style)"]}"#,
                        token: token, person: Self.anna, headers: ["idempotency-key": style])
                }
                let queued = try await order("front-professional")
                let jobs = try #require(try queued.json["jobs"] as? [[String: Any]])
                let id = try #require(jobs.first?["id"] as? String)
                let done = try await server.send(
                    "GET", "/v1/jobs/\(id)", token: token, person: Self.anna,
                    headers: ["prefer": "wait=60"])
                #expect(try done.json["state"] as? String == "succeeded")
                func files() throws -> [String] {
                    try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.home)/photos")
                }
                // The worker removes it right after the job has ended.
                while try !files().isEmpty { await Task.yield() }
                #expect(try await order("front-professional").status == 200)
                let late = try await order("front-casual")
                #expect(late.status == 409)
                #expect(try late.problem == "photo_gone")
                let repeated = try await server.post(
                    "/v1/jobs/\(id)/retry", "{}", token: token, person: Self.anna)
                #expect(try repeated.problem == "photo_gone")
            }
        }
    }

    @Test(arguments: ["draftMade", "draftSynced", "uploadWritten"])
    func `a server that is killed before a photo has its name leaves nothing of it`(
        point: String
    ) async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("team", "--photos", "discard")
            var doomed = sandbox
            doomed.variables["HEADSHOT_CRASH_POINT"] = "\(point):1"
            try await ServerProcess.with(doomed) { server in
                _ = try? await server.upload(
                    DrawnFace.photo(), token: token, person: Self.anna)
                let exit = try await server.program.waitForExit()
                #expect(exit == .signal(SIGKILL))
            }
            let left = try FileManager.default.contentsOfDirectory(
                atPath: "\(sandbox.home)/photos")
            #expect(left.isEmpty)
        }
    }

    @Test func `a score varies only where the space says so, and says by how much`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("glow", "--scores", "varied")
            try await ServerProcess.with(sandbox) { server in
                let made = try await scan(server, token, [("front", DrawnFace.photo())])
                let id = try #require(try made.json["id"] as? String)
                let list = try await server.send(
                    "GET", "/v1/scans", token: token, person: Self.anna)
                let last = try #require(try list.json["last"] as? [String: Any])
                #expect(last["variation"] == nil)
                let score = try #require(last["score"] as? Double)
                var variations: Set<Double> = []
                for _ in 0..<20 {
                    let told = try await server.send(
                        "GET", "/v1/scans/\(id)", token: token, person: Self.anna)
                    let variation = try #require(try told.json["variation"] as? Double)
                    #expect(abs(variation) <= 0.2)
                    #expect(abs(try #require(try told.json["score"] as? Double) - score) < 0.26)
                    variations.insert(variation)
                }
                #expect(variations.contains { $0 < 0 })
                #expect(variations.contains { $0 > 0 })
            }
        }
    }
}
