import Foundation
import TestSupport
import Testing

/// The queue over HTTP, as an app's developer uses it.
@Suite(.timeLimit(.minutes(10)))
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
                    PhotoFixture.landscape(), token: token, person: "81f3")
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
                #expect(try done.json["phase"] as? String == "done")
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
                let small = try await server.send(
                    "GET", "\(path)?side=64", token: token, person: "81f3")
                #expect(small.header("content-type") == "image/jpeg")
                #expect(small.header("etag") != tag)
                #expect(small.body.count < headshot.body.count)
                let tiny = try await server.send(
                    "GET", "\(path)?side=1", token: token, person: "81f3")
                #expect(try tiny.problem == "malformed")

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

    @Test func `orders with one key at the same time are one job, which is paid once`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let token = try await sandbox.addSpace("shop")
            try await ServerProcess.with(sandbox) { server in
                let photo = try await server.upload(
                    PhotoFixture.landscape(), token: token, person: "81f3")
                let answers = try await withThrowingTaskGroup(of: ServerProcess.Answer.self) {
                    group in
                    // As many as a person may send at once.
                    for _ in 0..<35 {
                        group.addTask {
                            try await server.post(
                                "/v1/jobs", order(photo),
                                token: token, person: "81f3",
                                headers: ["idempotency-key": "one"])
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.count { $0.status == 202 } == 1)
                #expect(answers.count { $0.status == 200 } == 34)
                #expect(Set(try answers.flatMap(ids)).count == 1)
            }
            #expect(try await sandbox.jobs().count == 1)
            #expect(try await sandbox.drain() == 0)
            #expect(try await emulator.ledger().map(\.charged) == [.yes])
        }
    }

    @Test func `what is another's does not exist`() async throws {
        try await Sandbox.offline { sandbox in
            let shop = try await sandbox.addSpace("shop", "--provider", "local")
            let team = try await sandbox.addSpace("team", "--provider", "local")
            try await ServerProcess.with(sandbox) { server in
                let photo = try await server.upload(
                    PhotoFixture.landscape(), token: shop, person: "81f3")
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
                let id = try await server.queueOne(token: token)
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

    @Test func `an order that cannot go on is no error, and says until when it waits`() async throws
    {
        try await Sandbox.withEmulator(answer: "429-per-minute") { sandbox, emulator in
            let token = try await sandbox.addSpace("shop")
            try await ServerProcess.with(sandbox, "--work") { server in
                let id = try await server.queueOne(token: token)
                try await emulator.waitForRequests(atLeast: 1)
                let events =
                    "exec curl -sN -H 'authorization: Bearer \(token)' -H 'x-user-id: 81f3'"
                try await sandbox.shell("\(events) \(server.url)/v1/jobs/\(id)/events") {
                    _ = try await $0.waitForOutput("\"phase\":\"rateLimited\"")
                }
                let limited = try await server.send(
                    "GET", "/v1/jobs/\(id)", token: token, person: "81f3"
                ).json
                #expect(limited["until"] is String)
                #expect(try #require(limited["retry_after"] as? Int) > 0)
                #expect(limited["charged"] as? String == "no")

                // One that was ordered later waits for the same, wherever it is shown.
                let later = try await server.queueOne(PhotoFixture.landscape(seed: 2), token: token)
                let shown = try await server.send(
                    "GET", "/v1/jobs/\(later)", token: token, person: "81f3")
                let early = try await server.send(
                    "GET", "/v1/jobs/\(later)/headshot", token: token, person: "81f3")
                #expect(try early.problem == "not_ready")
                let export = try await server.send(
                    "GET", "/v1/me/export", token: token, person: "81f3")
                let jobs = try #require(try export.json["jobs"] as? [[String: Any]])
                let kept = try #require(jobs.first { $0["id"] as? String == later })
                #expect(kept["phase"] as? String == "rateLimited")
                let sentences = [
                    try shown.json["sentence"] as? String, try early.json["detail"] as? String,
                    kept["sentence"] as? String,
                ]
                for sentence in sentences {
                    #expect(sentence?.hasPrefix("Too many requests.") == true)
                }
            }
        }
    }
}
