import Foundation
import TestSupport
import Testing

/// What plans hide over HTTP, and what is never paid twice there.
@Suite(.timeLimit(.minutes(10)))
struct ServeAccessTests {
    private static let person = "81f3"

    @Test func `what a plan hides on a scan is on no other route`() async throws {
        try await Sandbox.offline { sandbox in
            let plans = "\(sandbox.folder)/plans.json"
            try Data(#"{"free":{"weaknesses":false,"hours_between_scans":168}}"#.utf8)
                .write(to: URL(filePath: plans))
            let token = try await sandbox.addSpace(
                "shop", "--provider", "local", "--plans", plans, "--scope", "operate")
            try await ServerProcess.with(sandbox, "--work") { server in
                func send(
                    _ method: String, _ path: String, _ json: String = "",
                    of person: String = Self.person
                ) async throws -> ServerProcess.Answer {
                    try await server.send(
                        method, path, token: token, person: person,
                        headers: ["prefer": "wait=60"],
                        body: json.isEmpty ? nil : Data(json.utf8))
                }
                func pay(_ plan: String) async throws {
                    let path = "/v1/people/\(Self.person)/plan"
                    #expect(try await send("PUT", path, #"{"plan":"\#(plan)"}"#).status == 200)
                }
                let photo = try await server.upload(
                    DrawnFace.photo(), token: token, person: Self.person)
                let analysis = #"{"photo_id":"\#(photo)","kind":"analysis"}"#
                #expect(try await send("POST", "/v1/jobs", analysis).problem == "plan_required")

                try await pay("pro")
                let taken = try await send("POST", "/v1/jobs", analysis)
                #expect(taken.status == 202, "\(taken.text)")
                let id = try #require(
                    (try taken.json["jobs"] as? [[String: Any]])?.first?["id"] as? String)
                #expect(
                    try await send("GET", "/v1/jobs/\(id)").json["state"] as? String == "succeeded")
                let file = try await send("GET", "/v1/jobs/\(id)/headshot")
                #expect(Self.members(of: try file.json).contains("ratings"))
                let headshot = try await server.queueOne(
                    DrawnFace.photo(), token: token, person: Self.person)
                let made = try await send("GET", "/v1/jobs/\(headshot)")
                #expect(Self.members(of: try made.json).isSuperset(of: ["face", "ratings"]))
                #expect(try await send("GET", "/v1/photos/\(photo)").json["score"] is Double)

                try await pay("free")
                // What was made in the larger plan stays shown, and so does the photo that was there.
                let kept = try await send("GET", "/v1/jobs/\(id)/headshot")
                #expect(kept.text == file.text)
                #expect(
                    try await send("POST", "/v1/jobs/\(id)/retry", "{}").problem == "plan_required")
                let still = try await send("GET", "/v1/jobs/\(headshot)")
                #expect(Self.members(of: try still.json).isSuperset(of: ["face", "ratings"]))
                let shown = try await send("GET", "/v1/photos/\(photo)").json
                #expect(shown["score"] is Double)
                #expect(shown["locked"] == nil)
                let exported = try await send("GET", "/v1/me/export")
                #expect(Self.members(of: try exported.json).isSuperset(of: ["face", "ratings"]))

                // What is made afterwards is hidden, as all is of a person who never paid.
                for person in [Self.person, "other"] {
                    let photo = try await server.upload(
                        DrawnFace.photo(), token: token, person: person)
                    let headshot = try await server.queueOne(
                        DrawnFace.photo(), token: token, person: person)
                    let scan = try await server.send(
                        "POST", "/v1/scans", token: token, person: person,
                        headers: ["content-type": "image/jpeg"], body: DrawnFace.photo())
                    #expect(scan.status == 201, "\(scan.text)")
                    let late = try await send("GET", "/v1/photos/\(photo)", of: person).json
                    #expect(late["score"] == nil)
                    #expect(late["locked"] as? [String] == ["score", "findings"])
                    let made = try await send("GET", "/v1/jobs/\(headshot)", of: person)
                    #expect(try made.json["state"] as? String == "succeeded")
                    let all = ["/v1/jobs", "/v1/scans", "/v1/me/export"]
                    for path in [
                        "/v1/photos/\(photo)", "/v1/jobs/\(headshot)", "/v1/me",
                    ] + (person == Self.person ? [] : all) {
                        let answer = try await send("GET", path, of: person)
                        #expect(answer.status == 200, "\(path): \(answer.text)")
                        let members = Self.members(of: try answer.json)
                        #expect(
                            members.isDisjoint(with: ["face", "ratings", "weaknesses"]), "\(path)")
                    }
                    let stream = try await send("GET", "/v1/jobs/\(headshot)/events", of: person)
                    #expect(stream.text.contains("succeeded"))
                    for line in stream.text.split(separator: "\n") where line.hasPrefix("data: ") {
                        let event = try JSONSerialization.jsonObject(
                            with: Data(line.dropFirst(6).utf8), options: .fragmentsAllowed)
                        #expect(
                            Self.members(of: event)
                                .isDisjoint(with: ["face", "ratings", "weaknesses"]))
                    }
                }
            }
        }
    }

    /// The names of all members of a JSON value, however deep they are.
    private static func members(of json: Any) -> Set<String> {
        if let object = json as? [String: Any] {
            return object.values.reduce(Set(object.keys)) { $0.union(members(of: $1)) }
        }
        return (json as? [Any] ?? []).reduce([]) { $0.union(members(of: $1)) }
    }

    @Test func `what may be paid is not repeated with the jobs of a filter`() async throws {
        try await Sandbox.withEmulator(answer: "drop-before-headers") { sandbox, emulator in
            let token = try await sandbox.addSpace("shop", "--scope", "operate")
            try await ServerProcess.with(sandbox, "--work") { server in
                func end(seed: Int) async throws -> (id: String, state: String?) {
                    let id = try await server.queueOne(
                        PhotoFixture.landscape(seed: seed), token: token)
                    let job = try await server.send(
                        "GET", "/v1/jobs/\(id)", token: token, headers: ["prefer": "wait=60"])
                    return (id, try job.json["state"] as? String)
                }
                let unknown = try await end(seed: 1)
                #expect(unknown.state == "uncertain")
                try await emulator.setScenario(#"{"rules":[{"answer":"blocked-prompt"}]}"#)
                let failed = try await end(seed: 2)
                #expect(failed.state == "failed")
                try await emulator.setScenario(#"{"rules":[]}"#)
                let before = try await emulator.ledger().count
                let bulk =
                    #"{"action":"retry","filter":{"state":["uncertain","failed"]},"expected":2}"#
                let repeated = try await server.post("/v1/bulk", bulk, token: token)
                #expect(try repeated.json["unchanged"] as? Int == 1, "\(repeated.text)")
                let new = try #require(try repeated.json["jobs"] as? [String])
                #expect(new.count == 1)
                let done = try await server.send(
                    "GET", "/v1/jobs/\(new[0])", token: token, headers: ["prefer": "wait=60"])
                #expect(try done.json["retry_of"] as? String == failed.id)
                #expect(try done.json["state"] as? String == "succeeded", "\(done.text)")
                let still = try await server.send("GET", "/v1/jobs/\(unknown.id)", token: token)
                #expect(try still.json["state"] as? String == "uncertain")
                #expect(try await emulator.ledger().count == before + 1)
            }
        }
    }

    @Test func `a retry saves the paid answer that is there, and sends no request`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let token = try await sandbox.addSpace("shop")
            var id = ""
            try await ServerProcess.with(sandbox) { server in
                id = try await server.queueOne(token: token)
            }
            var crashing = sandbox
            crashing.variables["HEADSHOT_CRASH_POINT"] = "answerSpooled"
            #expect(try await crashing.run("drain").exit == .signal(SIGKILL))
            let spool = "\(sandbox.home)/spool"
            let name = try #require(
                try FileManager.default.contentsOfDirectory(atPath: spool).first)
            let answer = try #require(FileManager.default.contents(atPath: "\(spool)/\(name)"))
            try FileManager.default.removeItem(atPath: "\(spool)/\(name)")
            #expect(try await sandbox.jobs().map(\.state) == ["uncertain"])
            try answer.write(to: URL(filePath: "\(spool)/\(name)"))
            // Without a worker, which would find the answer at its start.
            try await ServerProcess.with(sandbox) { server in
                let retried = try await server.post(
                    "/v1/jobs/\(id)/retry", #"{"accept_possible_charge":true}"#, token: token,
                    person: Self.person)
                #expect(retried.status == 202, "\(retried.text)")
                #expect(try retried.json["id"] as? String == id)
            }
            #expect(try await sandbox.drain() == 0)
            #expect(try await sandbox.job(id).state == "succeeded")
            #expect(try await sandbox.jobs().count == 1)
            #expect(try await emulator.ledger().map(\.charged) == [.yes])
        }
    }
}
