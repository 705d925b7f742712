import Foundation
import TestSupport
import Testing

/// The queue over HTTP, as an app's developer uses it.
@Suite(.timeLimit(.minutes(3)))
struct ServeTests {
    private static let front = #"{"photo_id":"ID","styles":["front-professional"],"force":true}"#

    private func order(_ photo: String, _ text: String = front) -> String {
        text.replacing("ID", with: photo)
    }

    private func ids(_ answer: ServerProcess.Answer) throws -> [String] {
        let jobs = try #require(try answer.json["jobs"] as? [[String: Any]])
        return jobs.compactMap { $0["id"] as? String }
    }

    @Test func `a photo becomes a headshot, and nothing is paid twice`() async throws {
        try await Sandbox.withEmulator { sandbox, emulator in
            let token = try await sandbox.addSpace("shop")
            try await ServerProcess.with(sandbox, "--work") { server in
                let photo = try await server.upload(
                    PhotoFixture.jpeg(), token: token, person: "81f3")
                let queued = try await server.post(
                    "/v1/jobs", order(photo), token: token, person: "81f3",
                    headers: ["idempotency-key": "order-1"])
                #expect(queued.status == 202, "\(queued.text)")
                let id = try #require(try ids(queued).first)

                let done = try await server.send(
                    "GET", "/v1/jobs/\(id)", token: token, person: "81f3",
                    headers: ["prefer": "wait=60"])
                #expect(try done.json["state"] as? String == "succeeded", "\(done.text)")
                #expect(try done.json["charged"] as? String == "yes")
                // Paths of this machine and the words for the model are no app's business.
                #expect(try done.json["result"] == nil && done.json["prompt"] == nil)
                #expect(!done.text.contains(sandbox.folder))

                let path = "/v1/jobs/\(id)/headshot"
                let headshot = try await server.send("GET", path, token: token, person: "81f3")
                let result = try #require(try await sandbox.job(id).result)
                #expect(headshot.body == FileManager.default.contents(atPath: result))
                #expect(headshot.header("content-type")?.hasPrefix("image/") == true)
                let tag = try #require(headshot.header("etag"))
                let again = try await server.send(
                    "GET", path, token: token, person: "81f3", headers: ["if-none-match": tag])
                #expect(again.status == 304 && again.body.isEmpty)

                let replayed = try await server.post(
                    "/v1/jobs", order(photo), token: token, person: "81f3",
                    headers: ["idempotency-key": "\"order-1\""])
                #expect(replayed.status == 200)
                #expect(replayed.header("idempotency-replayed") == "true")
                #expect(try ids(replayed) == [id])
                let other = try await server.post(
                    "/v1/jobs", order(photo).replacing("front-", with: "left-"), token: token,
                    person: "81f3", headers: ["idempotency-key": "order-1"])
                #expect(other.status == 422)
                #expect(try other.problem == "key_reused")
                // Without a key, the same order a moment later is the same order.
                for _ in 1...2 {
                    _ = try await server.post(
                        "/v1/jobs", order(photo), token: token, person: "81f3")
                }
                let list = try await server.send("GET", "/v1/jobs", token: token, person: "81f3")
                #expect(try ids(list).count == 2)
                for id in try ids(list) {
                    let ended = try await server.send(
                        "GET", "/v1/jobs/\(id)", token: token, person: "81f3",
                        headers: ["prefer": "wait=60"])
                    #expect(try ended.json["state"] as? String == "succeeded")
                }
            }
            #expect(try await emulator.ledger().count == 2)
        }
    }

    @Test func `fifty orders with one key at once are one job`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                let photo = try await server.upload(
                    PhotoFixture.jpeg(), token: token, person: "81f3")
                let answers = try await withThrowingTaskGroup(of: ServerProcess.Answer.self) {
                    group in
                    for _ in 0..<30 {
                        group.addTask {
                            try await server.post(
                                "/v1/jobs", order(photo), token: token, person: "81f3",
                                headers: ["idempotency-key": "one"])
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.count { $0.status == 202 } == 1)
                #expect(answers.count { $0.status == 200 } == 29)
                #expect(Set(try answers.flatMap(ids)).count == 1)
            }
            #expect(try await sandbox.jobs().count == 1)
        }
    }

    @Test func `what is another's does not exist`() async throws {
        try await Sandbox.offline { sandbox in
            let shop = try await sandbox.addSpace("shop", "--provider", "local")
            let team = try await sandbox.addSpace("team", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                let photo = try await server.upload(
                    PhotoFixture.jpeg(), token: shop, person: "81f3")
                let queued = try await server.post(
                    "/v1/jobs", order(photo), token: shop, person: "81f3")
                let id = try #require(try ids(queued).first)
                for (token, person) in [(team, "81f3"), (shop, "someone-else")] {
                    for (method, path) in [
                        ("GET", "/v1/jobs/\(id)"), ("GET", "/v1/jobs/\(id)/headshot"),
                        ("GET", "/v1/jobs/\(id)/photo"), ("POST", "/v1/jobs/\(id)/cancel"),
                        ("GET", "/v1/photos/\(photo)"), ("DELETE", "/v1/photos/\(photo)"),
                    ] {
                        let answer = try await server.send(
                            method, path, token: token, person: person)
                        #expect(answer.status == 404, "\(method) \(path)")
                        #expect(try answer.problem == "not_found")
                    }
                    let theirs = try await server.post(
                        "/v1/jobs", order(photo), token: token, person: person)
                    #expect(theirs.status == 404)
                    let list = try await server.send(
                        "GET", "/v1/jobs", token: token, person: person)
                    #expect(try ids(list).isEmpty)
                }
                // A server's own token sees all persons of its space.
                #expect(try ids(await server.send("GET", "/v1/jobs", token: shop)) == [id])
                let cancelled = try await server.send(
                    "POST", "/v1/jobs/\(id)/cancel", token: shop, person: "81f3")
                #expect(try cancelled.json["state"] as? String == "cancelled")
                let late = try await server.send(
                    "POST", "/v1/jobs/\(id)/cancel", token: shop, person: "81f3")
                #expect(try late.problem == "already_ended")
            }
        }
    }

    @Test func `a photo that is too large is refused, and nothing of it stays`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                var photo = try PhotoFixture.jpeg()
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

    @Test func `an answer that waits ends with the server`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                let photo = try await server.upload(
                    PhotoFixture.jpeg(), token: token, person: "81f3")
                let queued = try await server.post(
                    "/v1/jobs", order(photo), token: token, person: "81f3")
                let id = try #require(try ids(queued).first)
                async let waiting = server.send(
                    "GET", "/v1/jobs/\(id)", token: token, person: "81f3",
                    headers: ["prefer": "wait=60"])
                // The log tells of requests that are answered; this one is on its way.
                while try await server.send("GET", "/healthz", at: server.admin).status != 200 {}
                server.program.send(SIGTERM)
                let answer = try await waiting
                #expect(try answer.json["state"] as? String == "waiting", "\(answer.text)")
                #expect(try await server.program.waitForExit() == .status(0))
            }
        }
    }

    @Test func `no log line and no file has a token, a person or a query`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                _ = try await server.upload(
                    PhotoFixture.jpeg(), token: token, person: "person-81f3")
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
                let second = try await sandbox.run(
                    "serve", "--isolation", "best", "--listen", "127.0.0.1:\(server.port)")
                #expect(second.exit == .status(78))
                #expect(second.errors.contains("\(try server.port) cannot be listened on"))
                #expect(second.errors.contains("--listen"))
            }
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

    @Test func `a job tells of itself as it goes on, its state first`() async throws {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let token = try await sandbox.addSpace("shop")
            try await ServerProcess.with(sandbox, "--work") { server in
                let photo = try await server.upload(
                    PhotoFixture.jpeg(), token: token, person: "81f3")
                let queued = try await server.post(
                    "/v1/jobs", order(photo), token: token, person: "81f3")
                let id = try #require(try ids(queued).first)
                async let events = server.send(
                    "GET", "/v1/jobs/\(id)/events", token: token, person: "81f3")
                try await emulator.waitForRequests(atLeast: 1)
                let later = try await server.send(
                    "GET", "/v1/jobs/\(id)", token: token, person: "81f3",
                    headers: ["prefer": "wait=2"])
                #expect(try later.json["state"] as? String == "running")
                try await emulator.release()
                let told = try await events
                #expect(told.header("content-type") == "text/event-stream")
                let data = told.text.split(separator: "\n").filter { $0.hasPrefix("data: ") }
                    .compactMap {
                        try? JSONSerialization.jsonObject(with: Data($0.dropFirst(6).utf8))
                            as? [String: Any]
                    }
                let states = data.compactMap { $0["state"] as? String }
                #expect(states.last == "succeeded")
                #expect(states.count { $0 == "succeeded" } == 1)
                let phases = data.compactMap { $0["phase"] as? String }
                #expect(phases.contains("processing"), "\(told.text)")
                let numbers = told.text.split(separator: "\n").filter { $0.hasPrefix("id: ") }
                #expect(numbers.map(String.init) == (1...numbers.count).map { "id: \($0)" })
            }
        }
    }

    @Test func `streams of a server that stops say so, and do not keep it`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                let photo = try await server.upload(
                    PhotoFixture.jpeg(), token: token, person: "81f3")
                let queued = try await server.post(
                    "/v1/jobs", order(photo), token: token, person: "81f3")
                let id = try #require(try ids(queued).first)
                try await withThrowingTaskGroup(of: ServerProcess.Answer.self) { group in
                    for _ in 0..<17 {
                        group.addTask {
                            try await server.send(
                                "GET", "/v1/jobs/\(id)/events", token: token, person: "81f3")
                        }
                    }
                    // One more than a space may have is refused; all others stay open.
                    let refused = try await group.next()
                    #expect(refused?.status == 503)
                    server.program.send(SIGTERM)
                    for try await answer in group {
                        #expect(answer.text.hasSuffix("event: bye\ndata: {}\n\n"))
                    }
                }
                #expect(try await server.program.waitForExit() == .status(0))
            }
        }
    }

    @Test func `an order's price and delays are told before it`() async throws {
        try await Sandbox.withEmulator { sandbox, _ in
            let token = try await sandbox.addSpace("shop", "--budget", "0.10")
            try await ServerProcess.with(sandbox) { server in
                let two = #"{"photos":2,"styles":["front-professional","left-casual"]}"#
                let estimate = try await server.post(
                    "/v1/estimates", two, token: token, person: "81f3")
                let told = try estimate.json
                let price = try #require(told["price_micro_usd"] as? Int)
                #expect(told["jobs"] as? Int == 4)
                #expect(told["cost_micro_usd"] as? Int == 4 * price)
                #expect(told["places_left"] as? Int == 10)
                // Four of them cost more than the space may spend on one day.
                let delays = try #require(told["delays"] as? [String])
                #expect(delays.count == 1 && delays[0].contains("$0.10"), "\(delays)")
                let free = try await server.post(
                    "/v1/estimates", two.dropLast() + #","provider":"local"}"#, token: token,
                    person: "81f3")
                #expect(try free.json["cost_micro_usd"] as? Int == 0)
                #expect(try free.json["delays"] as? [String] == [])
                for wrong in ["{}", #"{"photos":0,"styles":["front-casual"]}"#, "[]"] {
                    let refused = try await server.post(
                        "/v1/estimates", wrong, token: token, person: "81f3")
                    #expect(try refused.problem == "malformed")
                }
            }
            #expect(try await sandbox.jobs().isEmpty)
        }
    }

    @Test func `a job is made again once, and what may be paid only if that is accepted`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "drop-before-headers") { sandbox, emulator in
            let token = try await sandbox.addSpace("shop")
            let operating = try await sandbox.run("space", "token", "shop", "--scope", "operate")
                .output.trimmingCharacters(in: .whitespacesAndNewlines)
            try await ServerProcess.with(sandbox, "--work") { server in
                let photo = try await server.upload(
                    PhotoFixture.jpeg(), token: token, person: "81f3")
                let queued = try await server.post(
                    "/v1/jobs", order(photo), token: token, person: "81f3")
                let id = try #require(try ids(queued).first)
                let path = "/v1/jobs/\(id)"
                func post(_ route: String, _ json: String, as token: String) async throws
                    -> ServerProcess.Answer
                {
                    try await server.post("\(path)/\(route)", json, token: token, person: "81f3")
                }
                let lost = try await server.send(
                    "GET", path, token: token, person: "81f3", headers: ["prefer": "wait=60"])
                #expect(try lost.json["state"] as? String == "uncertain")
                #expect(try lost.json["charged"] as? String == "unknown")
                #expect(try await post("retry", "{}", as: token).problem == "may_be_charged")
                #expect(try await post("resolve", #"{"paid":true}"#, as: token).status == 403)

                try await emulator.setScenario(#"{"rules":[]}"#)
                let accepted = #"{"accept_possible_charge":true,"style":"left-casual"}"#
                let again = try await post("retry", accepted, as: token)
                #expect(again.status == 202, "\(again.text)")
                #expect(try again.json["style"] as? String == "left-casual")
                #expect(try again.json["retry_of"] as? String == id)
                let second = try await post("retry", accepted, as: token)
                #expect(second.status == 200)
                #expect(try second.json["id"] as? String == again.json["id"] as? String)
                let late = try await post("resolve", #"{"paid":true}"#, as: operating)
                #expect(try late.problem == "already_ended")
            }
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
}
