import Foundation
import TestSupport
import Testing

/// What the server makes of bytes: of those that are no request, of methods, of a client that leaves.
@Suite(.timeLimit(.minutes(10)))
struct ServeWireTests {
    @Test func `bytes that are no request are answered with a problem`() async throws {
        let host = "Host: localhost\r\n"
        let fields = (0..<100).map { "a\($0): b\r\n" }.joined()
        let long = String(repeating: "a", count: 20_000)
        let cases: [(String, Int, String)] = [
            ("GET / HTTP/1.1\r\n\(host)a: \(long)\r\n\r\n", 431, "headers_too_large"),
            ("GET / HTTP/1.1\r\n\(host)\(fields)\r\n", 431, "headers_too_large"),
            ("GET /\(long) HTTP/1.1\r\n\(host)\r\n", 431, "headers_too_large"),
            ("nothing of the kind\r\n\r\n", 400, "malformed"),
            ("GET / HTTP/3.0\r\n\(host)\r\n", 400, "malformed"),
            ("GET / HTTP/1.1\r\n\(host)a b: c\r\n\r\n", 400, "malformed"),
        ]
        try await Sandbox.offline { sandbox in
            try await ServerProcess.with(sandbox) { server in
                for (bytes, status, code) in cases {
                    let answer = try await exchangeRaw(Data(bytes.utf8), port: server.port)
                    let text = String(decoding: answer, as: UTF8.self)
                    #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(bytes.prefix(40)): \(text)")
                    let parts = text.components(separatedBy: "\r\n\r\n")
                    let head = parts[0].lowercased()
                    #expect(head.contains("content-type: application/problem+json"))
                    #expect(head.contains("content-length: \(parts[1].utf8.count)"))
                    let problem = try JSONSerialization.jsonObject(with: Data(parts[1].utf8))
                    #expect((problem as? [String: Any])?["code"] as? String == code)
                }
                // After a good request on the same connection, too.
                let both = "GET /nothing HTTP/1.1\r\n\(host)\r\nnothing of the kind\r\n\r\n"
                let answers = try await exchangeRaw(Data(both.utf8), port: server.port)
                let text = String(decoding: answers, as: UTF8.self)
                #expect(text.hasPrefix("HTTP/1.1 404 "), "\(text)")
                #expect(text.contains("HTTP/1.1 400 "), "\(text)")
            }
        }
    }

    @Test func `a path says which methods it takes`() async throws {
        try await Sandbox.offline { sandbox in
            try await ServerProcess.with(sandbox) { server in
                for (method, path, allowed) in [
                    ("PUT", "/v1/jobs", "GET, HEAD, POST"), ("GET", "/v1/estimates", "POST"),
                    ("PUT", "/v1/jobs/7m2kq4x0ab", "DELETE, GET, HEAD"),
                    ("DELETE", "/v1/jobs/7m2kq4x0ab/headshot", "GET, HEAD"),
                    ("OPTIONS", "/v1/photos/a", "DELETE, GET, HEAD"),
                    ("OPTIONS", "/v1/routine/freeze", "POST, PUT"),
                ] {
                    let answer = try await server.send(method, path)
                    #expect(answer.status == 405, "\(method) \(path): \(answer.text)")
                    #expect(try answer.problem == "method_not_allowed")
                    #expect(answer.header("allow") == allowed)
                }
                let metrics = try await server.send("POST", "/metrics", at: server.admin)
                #expect(metrics.status == 405)
            }
        }
    }

    @Test func `an answer to HEAD has the headers of GET, and never a body`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox, "--work") { server in
                let id = try await server.queueOne(
                    DrawnFace.photo(), token: token, person: "81f3")
                _ = try await server.send(
                    "GET", "/v1/jobs/\(id)", token: token, headers: ["prefer": "wait=60"])
                for (path, status) in [
                    ("/nothing", 404), ("/v1/estimates", 405), ("/v1/openapi.json", 200),
                    ("/v1/jobs", 200), ("/v1/jobs/\(id)", 200), ("/v1/jobs/\(id)/headshot", 200),
                    ("/v1/jobs/\(id)/photo?side=64", 200), ("/v1/jobs/\(id)/events", 200),
                    ("/v1/texts", 200), ("/v1/archive.zip", 200), ("/v1/archive.zip?person=b", 404),
                ] {
                    let end = ["Connection: close"]
                    let head = try server.open(path, token: token, headers: end, method: "HEAD")
                    let answer = String(
                        decoding: try await within(.seconds(60)) { try await head.waitForClose() },
                        as: UTF8.self)
                    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(path): \(answer)")
                    #expect(answer.hasSuffix("\r\n\r\n"), "\(path): \(answer)")
                    #expect(answer.components(separatedBy: "\r\n\r\n").count == 2, "\(path)")
                    let whole = String(
                        decoding: try await within(.seconds(60)) {
                            try await server.open(path, token: token, headers: end).waitForClose()
                        }, as: UTF8.self)
                    #expect(fields(answer) == fields(whole), "\(path)")
                }
            }
        }
    }

    /// The status line and the fields of a response, except those of the connection and of the moment.
    private func fields(_ answer: String) -> Set<String> {
        let head = answer.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
        return Set(
            head.filter { line in
                !["x-request-id:", "date:", "connection:"].contains {
                    line.lowercased().hasPrefix($0)
                }
            })
    }

    @Test func `the wait of a client that leaves ends at once`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                let photo = try await server.upload(
                    PhotoFixture.landscape(), token: token, person: "81f3")
                let order = #"{"photo_id":"\#(photo)","kind":"analysis"}"#
                let answer = try await server.post(
                    "/v1/jobs", order, token: token, person: "81f3")
                let jobs = try #require(try answer.json["jobs"] as? [[String: Any]])
                let id = try #require(jobs.first?["id"] as? String)
                let waiting = try server.open(
                    "/v1/jobs/\(id)", token: token, person: "81f3", headers: ["Prefer: wait=60"])
                try await server.passASecond(of: id, token: token, person: "81f3")
                #expect(waiting.bytes.isEmpty)
                waiting.close()
                // The wait itself would last for a minute.
                try await within(.seconds(60)) {
                    _ = try await server.program.waitForErrors("route=/v1/jobs/{id} ", times: 2)
                }
                let times = server.times(of: "/v1/jobs/{id}")
                #expect(times.count == 2)
                #expect(times.allSatisfy { (990..<30_000).contains($0) }, "\(times)")
            }
        }
    }

    @Test func `the document of all routes needs no token`() async throws {
        try await Sandbox.offline { sandbox in
            try await ServerProcess.with(sandbox) { server in
                let document = try await server.send("GET", "/v1/openapi.json")
                #expect(document.status == 200)
                #expect(document.header("content-type") == "application/json")
                #expect(try document.json["openapi"] as? String == "3.1.1")
            }
        }
    }
}
