import CrashPoints
import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// What a coach says about a scan: at once and free, and in a model's words, once.
@Suite(.timeLimit(.minutes(10)))
struct PaidSummaryTests {
    @Test func `the local lines are there at once, and a model gets no photo for its own`()
        async throws
    {
        try await PaidCoach.with { coach in
            let (sandbox, emulator, server, token) = coach.parts
            let scan = try await coach.scan()
            #expect(scan.status == 201, "\(scan.text)")
            let local = try #require(try scan.json["summary"] as? [String: Any])
            let lines = try #require(local["lines"] as? [String])
            #expect((3...5).contains(lines.count))
            #expect(local["source"] as? String == "local")
            #expect(local["state"] as? String == "improving")
            let weaknesses = try #require(try scan.json["weaknesses"] as? [[String: Any]])
            let first = try #require(weaknesses.first?["sentence"] as? String)
            #expect(lines.contains { $0.contains(first) })
            #expect(try await sandbox.drain() == 0)
            let better = try await coach.summary(of: scan)
            #expect(better["source"] as? String == "gemini-words")
            #expect(better["lines"] as? [String] != lines)
            #expect(better["job"] == nil)
            let ledger = try await emulator.ledger()
            #expect(ledger.count == 1)
            #expect(ledger.first?.photo == nil)
            #expect(ledger.first?.prompt != nil)

            // What was said goes with the scan.
            let id = try #require(try scan.json["id"] as? String)
            let gone = try await server.send(
                "DELETE", "/v1/scans/\(id)", token: token, person: PaidCoach.anna)
            #expect(gone.status == 204)
            let job = try #require(try await sandbox.jobs().first?.id)
            let kept = try await sandbox.run("show", job, "--json").output
            for line in better["lines"] as? [String] ?? [] { #expect(!kept.contains(line)) }
        }
    }

    @Test func `a persona is chosen among those that have a file, and speaks`() async throws {
        try await PaidCoach.with { coach in
            let (sandbox, _, server, token) = coach.parts
            func set(_ persona: String) async throws -> ServerProcess.Answer {
                try await server.send(
                    "PATCH", "/v1/me", token: token, person: PaidCoach.anna,
                    body: Data(#"{"persona":\#(persona)}"#.utf8))
            }
            func prompt(_ number: Int) async throws -> String {
                _ = try await coach.scan()
                #expect(try await sandbox.drain() == 0)
                let jobs = try await sandbox.jobs()
                let id = try #require(jobs.map(\.id).max())
                #expect(jobs.count == number)
                return try await sandbox.run("show", id, "--json").output
            }
            let usual = try await set("null")
            #expect(try (usual.json["wishes"] as? [String: Any])?["persona"] as? String == "bestie")
            #expect(try await prompt(1).contains("You are Bestie"))
            #expect(try await set(#""nobody""#).status == 400)
            let words = try await sandbox.run("space", "words", "glow")
            var own = try #require(
                try JSONSerialization.jsonObject(with: Data(words.output.utf8)) as? [String: Any])
            var part = try #require(own["coach"] as? [String: Any])
            var personas = try #require(part["personas"] as? [[String: Any]])
            var unheard = try #require(personas.first)
            unheard["id"] = "unheard"
            personas.append(unheard)
            part["personas"] = personas
            own["coach"] = part
            let file = try JSONSerialization.data(withJSONObject: own)
            try sandbox.write(String(decoding: file, as: UTF8.self), to: "words.json")
            let changed = try await sandbox.run(
                "space", "set", "glow", "--words", "\(sandbox.folder)/words.json")
            #expect(changed.exit == .status(0), "\(changed.errors)")
            // It has words, and no file.
            #expect(try await set(#""unheard""#).status == 400)
            #expect(try await set(#""calm""#).status == 200)
            #expect(try await prompt(2).contains("You are Calm"))
        }
    }

    @Test func `a plan without coaching has no summary, and a space without a coach none`()
        async throws
    {
        try await PaidCoach.with { coach in
            let (sandbox, emulator, server, token) = coach.parts
            try sandbox.write(
                #"{"free":{"coaching":false},"trial":{},"pro":{},"sandbox_purchases":false}"#,
                to: "plans.json")
            let set = try await sandbox.run(
                "space", "set", "glow", "--plans", "\(sandbox.folder)/plans.json")
            #expect(set.exit == .status(0), "\(set.errors)")
            #expect(try await coach.scan().json["summary"] != nil)
            #expect(try await sandbox.drain() == 0)
            try await coach.pay("free")
            let poor = try await coach.scan()
            #expect(poor.status == 201)
            #expect(try poor.json["summary"] == nil)
            try await coach.pay()
            let off = try await sandbox.run("space", "set", "glow", "--feature", "scans")
            #expect(off.exit == .status(0))
            let other = try await coach.scan()
            #expect(other.status == 201)
            #expect(try other.json["summary"] == nil)
            let persona = try await server.send(
                "PATCH", "/v1/me", token: token, person: PaidCoach.anna,
                body: Data(#"{"persona":"calm"}"#.utf8))
            #expect(try persona.problem == "feature_off")
            #expect(try await sandbox.drain() == 0)
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test(arguments: ModelWords.failures.indices)
    func `where the model fails, the local lines stay with the note`(index: Int) async throws {
        let (scenario, paid) = ModelWords.failures[index]
        try await expectLocal(scenario, paid: paid)
    }

    @Test(arguments: ModelWords.refused)
    func `lines that shame, diagnose, rate or run on are paid for and not told`(
        line: String
    ) async throws {
        let words = try JSONSerialization.data(
            withJSONObject: ["lines": ["Hello there.", line, "See you."]])
        try await expectLocal(
            ModelWords.scenario(String(decoding: words, as: UTF8.self)), paid: 1)
    }

    @Test(arguments: [
        CrashPoint.jobClaimed, .chargeWritten, .answerArrived, .answerSpooled, .jobEnded,
        .spoolRemoved,
    ])
    func `a worker that is killed leaves one charge at most, and the lines whole`(
        point: CrashPoint
    ) async throws {
        try await PaidCoach.with { coach in
            let (sandbox, emulator, _, _) = coach.parts
            let scan = try await coach.scan()
            let local = try #require(try scan.json["summary"] as? [String: Any])
            var killed = sandbox
            killed.variables["HEADSHOT_CRASH_POINT"] = "\(point)"
            #expect(try await killed.run("drain").exit == .signal(SIGKILL))
            _ = try await sandbox.drain()
            _ = try await sandbox.drain()
            #expect(try await emulator.ledger().count <= 1)
            let told = try await coach.summary(of: scan)
            let isLocal = told["source"] as? String == "local"
            #expect((told["lines"] as? [String] == local["lines"] as? [String]) == isLocal)
            // What came back whole is never thrown away.
            if [.answerSpooled, .jobEnded, .spoolRemoved].contains(point) { #expect(!isLocal) }
        }
    }

    @Test func `a server that is killed while it asks leaves one scan and one question`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let token = try await sandbox.addSpace(
                "glow", "--preset", "glowup", "--provider", "gemini", "--scope", "operate")
            func coach(_ server: ServerProcess) -> PaidCoach {
                PaidCoach(sandbox: sandbox, emulator: emulator, server: server, token: token)
            }
            try await ServerProcess.with(sandbox) { try await coach($0).pay() }
            var doomed = sandbox
            doomed.variables["HEADSHOT_CRASH_POINT"] = "\(CrashPoint.questionAsked)"
            try await ServerProcess.with(doomed) { server in
                do {
                    _ = try await coach(server).scan()
                    Issue.record("it lives on")
                } catch is URLError {}
                server.program.send(SIGTERM)
                #expect(try await server.program.waitForExit() == .signal(SIGKILL))
            }
            try await ServerProcess.with(sandbox) { server in
                let scan = try await coach(server).scan()
                #expect(try await sandbox.drain() == 0)
                let told = try await coach(server).summary(of: scan)
                #expect(told["source"] as? String == "gemini-words")
                let list = try await server.send(
                    "GET", "/v1/scans", token: token, person: PaidCoach.anna)
                #expect((try list.json["scans"] as? [Any])?.count == 1)
            }
            #expect(try await emulator.ledger().count == 1)
        }
    }

    private func expectLocal(_ scenario: String, paid: Int) async throws {
        try await PaidCoach.with { coach in
            let (sandbox, emulator, _, _) = coach.parts
            try await emulator.setScenario(scenario)
            let scan = try await coach.scan()
            let local = try #require(try scan.json["summary"] as? [String: Any])
            _ = try await sandbox.drain("--max-attempts", "1")
            let after = try await coach.summary(of: scan)
            #expect(after["lines"] as? [String] == local["lines"] as? [String])
            #expect(after["source"] as? String == "local")
            #expect(after["note"] is String)
            let ledger = try await emulator.ledger()
            #expect(ledger.count == 1)
            #expect(ledger.count { $0.charged == .yes } == paid)
        }
    }
}
