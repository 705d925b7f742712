import Foundation
import TestSupport
import Testing

/// What the server lets in and what it tells: addresses, limits, refusals, its log.
@Suite(.timeLimit(.minutes(10)))
struct ServeEdgeTests {
    @Test func `a photo that is too large is refused, and nothing of it stays`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                var photo = try PhotoFixture.landscape()
                photo.append(Data(count: 7_000_000 - photo.count))
                let largest = try await server.upload(photo, token: token, person: "81f3")
                let removed = try await server.send(
                    "DELETE", "/v1/photos/\(largest)", token: token, person: "81f3")
                #expect(removed.status == 204)
                let tooLarge = try await server.send(
                    "POST", "/v1/photos", token: token, person: "81f3",
                    headers: ["content-type": "image/jpeg"], body: photo + [0])
                #expect(tooLarge.status == 413, "\(tooLarge.text)")
                // Without a length, it is refused while it arrives.
                let head =
                    "POST /v1/photos HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
                    + "x-user-id: 81f3\r\nContent-Type: image/jpeg\r\nTransfer-Encoding: chunked\r\n\r\n"
                let piece = Data("100000\r\n".utf8) + Data(count: 0x100000) + Data("\r\n".utf8)
                let chunked = (0..<8).reduce(into: Data(head.utf8)) { all, _ in
                    all += piece
                }
                let answer = try await exchangeRaw(chunked, port: server.port)
                #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 413"))
                let left = try FileManager.default.contentsOfDirectory(
                    atPath: "\(sandbox.home)/photos")
                #expect(left.isEmpty)
            }
        }
    }

    @Test func `each request that is not done says why`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            let app = try await sandbox.addSpace("glow", "--kind", "app")
            let uuid = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"
            try await ServerProcess.with(sandbox) { server in
                let cases: [(String, String, String?, String?, [String: String], Int, String)] = [
                    ("GET", "/v1/jobs", nil, nil, [:], 401, "unauthenticated"),
                    ("GET", "/v1/jobs", token + "x", nil, [:], 401, "unauthenticated"),
                    ("GET", "/v1/jobs", token, "a b", [:], 400, "person_invalid"),
                    ("GET", "/v1/jobs?limit=0", token, "a", [:], 400, "malformed"),
                    ("GET", "/v1/jobs?colour=red", token, "a", [:], 400, "malformed"),
                    ("GET", "/v1/nothing", token, "a", [:], 404, "not_found"),
                    ("GET", "/nothing", nil, nil, [:], 404, "not_found"),
                    ("POST", "/v1/photos", token, nil, [:], 400, "person_missing"),
                    (
                        "POST", "/v1/photos", token, "a", ["content-type": "text/plain"], 415,
                        "unsupported"
                    ),
                    (
                        "POST", "/v1/photos", token, "a", ["content-type": "image/png"], 422,
                        "photo_refused"
                    ),
                    ("POST", "/v1/jobs", token, "a", [:], 400, "malformed"),
                    ("GET", "/v1/jobs", token, "a", ["host": "example.com"], 421, "misdirected"),
                    ("GET", "/v1/jobs", app, uuid, [:], 403, "budget_missing"),
                ]
                for (method, path, token, person, headers, status, code) in cases {
                    let answer = try await server.send(
                        method, path, token: token, person: person, headers: headers,
                        body: method == "POST" ? Data("no JSON".utf8) : nil)
                    #expect(answer.status == status, "\(method) \(path): \(answer.text)")
                    #expect(try answer.problem == code)
                    #expect(try answer.json["request_id"] is String)
                    #expect(answer.header("x-content-type-options") == "nosniff")
                }
                _ = try await sandbox.run("space", "set", "glow", "--budget", "1")
                for (person, code) in [
                    (uuid, nil), ("81f3", "person_invalid"), (nil, "person_missing"),
                ] {
                    let answer = try await server.send(
                        "GET", "/v1/jobs", token: app, person: person)
                    #expect(try answer.problem == code)
                }
                _ = try await sandbox.run("space", "revoke", "shop")
                let revoked = try await server.send("GET", "/v1/jobs", token: token)
                #expect(revoked.status == 401)
            }
        }
    }

    @Test func `health and metrics are told on an address of their own`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                let health = try await server.send("GET", "/healthz", at: server.admin)
                #expect(health.status == 200)
                let ready = try await server.send("GET", "/readyz", at: server.admin)
                #expect(ready.status == 200)
                #expect(try ready.json["problems"] as? [String] == ["no_worker"])
                let metrics = try await server.send("GET", "/metrics", at: server.admin)
                #expect(metrics.text.contains("headshot_jobs{state=\"waiting\"} 0\n"))
                for path in ["/healthz", "/readyz", "/metrics"] {
                    #expect(try await server.send("GET", path).status == 404)
                }
                #expect(
                    try await server.send("GET", "/v1/usage", token: token, at: server.admin)
                        .status == 404)
            }
        }
    }

    @Test func `no log line and no file has a token, a person or a query`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                _ = try await server.upload(
                    PhotoFixture.landscape(), token: token, person: "person-81f3")
                _ = try await server.send(
                    "GET", "/v1/jobs?reason=secret-query", token: token, person: "person-81f3")
                server.program.send(SIGTERM)
                let log = try await server.program.result().errors
                #expect(log.contains("route=/v1/photos"), "\(log)")
                #expect(log.contains("space=shop"))
                for secret in [String(token.suffix(43)), "person-81f3", "secret-query"] {
                    #expect(!log.contains(secret))
                }
                for path in try FileManager.default.subpathsOfDirectory(atPath: sandbox.home) {
                    let bytes = FileManager.default.contents(atPath: "\(sandbox.home)/\(path)")
                    #expect(bytes?.range(of: Data(token.suffix(43).utf8)) == nil, "\(path)")
                }
            }
        }
    }

    @Test(arguments: ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"])
    func `an address that others reach needs a proxy before it`(_ address: String) async throws {
        try await Sandbox.offline { sandbox in
            let refused = try await sandbox.run("serve", "--listen", address)
            #expect(refused.exit == .status(78))
            #expect(refused.errors.contains("--behind-proxy"))
        }
    }

    @Test func `an address that is taken is named, with what to do`() async throws {
        try await Sandbox.offline { sandbox in
            try await ServerProcess.with(sandbox) { server in
                // Else the port for health is the next one, which may be taken, too.
                let second = try await sandbox.run(
                    "serve", "--isolation", "best", "--listen", "127.0.0.1:\(server.port)",
                    "--admin", "127.0.0.1:0")
                #expect(second.exit == .status(78))
                #expect(second.errors.contains("\(try server.port) cannot be listened on"))
                #expect(second.errors.contains("--listen"))
            }
        }
    }

    @Test func `a path where no socket can be is refused with a sentence, and left as it is`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let (file, link) = ("\(sandbox.folder)/file", "\(sandbox.folder)/link")
            try Data("kept".utf8).write(to: URL(filePath: file))
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: file)
            for (path, words) in [
                (file, "not a socket"), (link, "not a socket"), (sandbox.folder, "not a socket"),
                ("\(sandbox.folder)/none/http.sock", "No such file or directory"),
                ("\(file)/http.sock", "Not a directory"),
                ("\(sandbox.folder)/http.sock/", "Not a directory"),
            ] {
                let refused = try await sandbox.run(
                    "serve", "--isolation", "best", "--listen", "unix:\(path)")
                #expect(refused.exit == .status(78), "\(path)")
                #expect(refused.errors.contains("unix:\(path) cannot be listened on: "))
                #expect(refused.errors.contains(words), "\(refused.errors)")
            }
            #expect(FileManager.default.contents(atPath: file) == Data("kept".utf8))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        }
    }

    @Test func `a socket serves like an address, and goes with its server`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            let path = "\(sandbox.folder)/http.sock"
            let arguments = ["serve", "--isolation", "best", "--listen", "unix:\(path)"]
            try await sandbox.running(arguments) { program in
                _ = try await program.waitForErrors("Apps: unix:")
                let request =
                    "GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
                    + "Connection: close\r\n\r\n"
                let answer = try await exchangeRaw(Data(request.utf8), path: path)
                let text = String(decoding: answer, as: UTF8.self)
                #expect(text.hasPrefix("HTTP/1.1 200"))
                #expect(text.hasSuffix(#"{"jobs":[]}"#))
                program.send(SIGTERM)
                #expect(try await program.waitForExit() == .status(0))
            }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func `an upload that breaks off leaves nothing, and is no fault of the server's`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                let head = [
                    "POST /v1/photos HTTP/1.1", "Host: localhost",
                    "Authorization: Bearer \(token)", "x-user-id: 81f3",
                    "Content-Type: image/jpeg", "Content-Length: 5000", "", "",
                ].joined(separator: #"\r\n"#)
                let sent = try await sandbox.shell(
                    """
                    exec 3<>/dev/tcp/127.0.0.1/\(server.port)
                    printf '\(head)' >&3; head -c 4000 /dev/zero >&3; exec 3>&-
                    """)
                #expect(sent.exit == .status(0), "\(sent.errors)")
                _ = try await server.program.waitForErrors("route=/v1/photos")
                server.program.send(SIGTERM)
                let log = try await server.program.result().errors
                #expect(log.contains("status=400") && !log.contains(" error "), "\(log)")
                let left = try FileManager.default.contentsOfDirectory(
                    atPath: "\(sandbox.home)/photos")
                #expect(left.isEmpty)
            }
        }
    }

    @Test func `a stranger who goes on sending is let go after the answer`() async throws {
        try await Sandbox.offline { sandbox in
            try await ServerProcess.with(sandbox) { server in
                // The body never ends, and no token came with it: only the server can end this.
                let typed = try await sandbox.shell(
                    """
                    exec 3<>/dev/tcp/127.0.0.1/\(server.port)
                    printf 'POST /v1/photos HTTP/1.1\\r\\nHost: localhost\\r\\n' >&3
                    printf 'Content-Length: 6000000\\r\\n\\r\\n' >&3
                    (while printf x >&3 2>/dev/null; do read -t 0.2 <> <(:); done) 2>/dev/null &
                    cat <&3
                    """)
                #expect(typed.output.hasPrefix("HTTP/1.1 401"), "\(typed.output)")
            }
        }
    }

    @Test func `a client that asks before it sends is answered`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                func answers(_ length: Int) async throws -> String {
                    let head =
                        "POST /v1/photos HTTP/1.1\r\nHost: localhost\r\nx-user-id: 81f3\r\n"
                        + "Authorization: Bearer \(token)\r\nContent-Type: image/jpeg\r\n"
                        + "Connection: close\r\nExpect: 100-continue\r\nContent-Length: \(length)\r\n\r\n"
                    let answer = try await exchangeRaw(
                        Data(head.utf8) + Data(count: min(length, 10)), port: server.port)
                    return String(decoding: answer, as: UTF8.self)
                }
                let asked = try await answers(10)
                #expect(asked.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 422"), "\(asked)")
                let refused = try await answers(7_000_001)
                #expect(refused.hasPrefix("HTTP/1.1 413"), "\(refused)")
            }
        }
    }

    @Test func `the metrics tell of requests by their route, and of nobody`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                for method in ["GET", "GET", "BREW"] {
                    _ = try await server.send(
                        method, "/v1/jobs/7m2kq4x0ab", token: token, person: "somebody")
                }
                let metrics = try await server.send("GET", "/metrics", at: server.admin).text
                let labels = #"route="/v1/jobs/{id}",method="GET",status="404""#
                #expect(metrics.contains("headshot_http_requests_total{\(labels)} 2\n"))
                #expect(
                    metrics.contains(
                        "headshot_http_request_duration_seconds_count{\(labels)} 2\n"))
                #expect(metrics.contains("headshot_http_active_requests{method=\"GET\"} 0\n"))
                #expect(metrics.contains("headshot_jobs"))
                for word in ["7m2kq4x0ab", "somebody", "BREW", token] {
                    #expect(!metrics.contains(word))
                }
            }
        }
    }
}
