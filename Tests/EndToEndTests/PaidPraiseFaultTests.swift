import CrashPoints
import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// What becomes of praise where a model, a connection or a process fails.
@Suite(.timeLimit(.minutes(10)))
struct PaidPraiseFaultTests {
    @Test(arguments: ModelWords.failures.indices)
    func `where the model fails, the local praise stays with the note`(index: Int) async throws {
        let (scenario, paid) = ModelWords.failures[index]
        try await expectLocal(scenario, paid: paid)
    }

    @Test(arguments: ModelWords.refused)
    func `words that shame, diagnose, rate or run on are paid for and not told`(
        praise: String
    ) async throws {
        let words = try JSONSerialization.data(
            withJSONObject: ["tone": "cheer", "text": praise, "tags": [String]()])
        try await expectLocal(ModelWords.scenario(String(decoding: words, as: UTF8.self)), paid: 1)
    }

    @Test func `words that fit are told as they came`() async throws {
        try await PaidJournal.with { journal in
            let (sandbox, emulator, _, _) = journal.parts
            try await emulator.setScenario(
                ModelWords.scenario(
                    #"{"tone":"cheer","text":"A walk, and you noticed it.","action":"walked","tags":["outside"]}"#
                ))
            _ = try await journal.write("walk")
            #expect(try await sandbox.drain() == 0)
            let told = try await journal.told("walk")
            #expect(told["text"] as? String == "A walk, and you noticed it.")
            #expect(told["action"] as? String == "walked")
            #expect(told["tags"] as? [String] == ["outside"])
        }
    }

    private func expectLocal(_ scenario: String, paid: Int) async throws {
        try await PaidJournal.with { journal in
            let (sandbox, emulator, _, _) = journal.parts
            try await emulator.setScenario(scenario)
            let local = try await journal.write("walk")
            _ = try await sandbox.drain("--max-attempts", "1")
            let after = try await journal.told("walk")
            #expect(after["text"] as? String == local["text"] as? String)
            #expect(after["source"] as? String == "local")
            #expect(after["state"] as? String == "final")
            #expect(after["note"] is String)
            let ledger = try await emulator.ledger()
            #expect(ledger.count == 1)
            #expect(ledger.count { $0.charged == .yes } == paid)
            // Nothing is asked again by itself.
            try await emulator.setScenario(#"{"rules":[]}"#)
            _ = try await sandbox.run("gate", "clear")
            _ = try await sandbox.drain()
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `an unknown outcome counts as paid, is never sent again, and needs nobody`()
        async throws
    {
        try await PaidJournal.with { journal in
            let (sandbox, emulator, server, token) = journal.parts
            try await emulator.setScenario(#"{"rules":[{"answer":"drop-before-headers"}]}"#)
            let local = try await journal.write("walk")
            #expect(try await sandbox.drain() == 1)
            try await emulator.setScenario(#"{"rules":[]}"#)
            #expect(try await sandbox.drain() == 0)
            #expect(try await emulator.ledger().count == 1)
            let after = try await journal.told("walk")
            #expect(after["text"] as? String == local["text"] as? String)
            #expect(after["note"] is String)
            let jobs = try await sandbox.jobs()
            #expect(jobs.map(\.state) == ["failed"])
            #expect(jobs.map(\.reason) == ["outcome_unknown"])
            let id = try #require(jobs.first?.id)
            for options in [[id], ["--all", "--state", "failed", "--yes"]] {
                let retry = try await sandbox.run(["retry"] + options)
                #expect(retry.exit == .status(1), "\(retry.output)")
                #expect(retry.errors.contains(id))
            }
            let overHTTP = try await server.post(
                "/v1/jobs/\(id)/retry", #"{"accept_possible_charge":true}"#, token: token,
                person: PaidJournal.anna)
            #expect(try overHTTP.problem == "asked_once")
            let bulk = try await server.post(
                "/v1/bulk", #"{"action":"retry","filter":{"state":["failed"]},"expected":1}"#,
                token: token)
            #expect(bulk.status == 200, "\(bulk.text)")
            #expect(try await sandbox.drain() == 0)
            #expect(try await emulator.ledger().count == 1)
            // It took one of the day's three places.
            for number in 0..<3 { _ = try await journal.write("\(number)") }
            let last = try await journal.told("2")
            #expect(last["state"] as? String == "final")
        }
    }

    @Test func `words under a status of failure count as paid, and show prints where they are`()
        async throws
    {
        try await PaidJournal.with { journal in
            let (sandbox, emulator, _, _) = journal.parts
            let words = #"{"tone":"cheer","text":"A walk.","action":"walked","tags":["outside"]}"#
            let text = words.replacing("\"", with: "\\\"")
            let rule: [String: Any] = [
                "answer": "custom", "status": 503,
                "body":
                    #"{"candidates":[{"content":{"parts":[{"text":"\#(text)"}]},"finishReason":"STOP"}]}"#,
            ]
            let json = try String(
                decoding: JSONSerialization.data(withJSONObject: ["rules": [rule]]), as: UTF8.self)
            try await emulator.setScenario(json)
            _ = try await journal.write("walk")
            _ = try await sandbox.drain()
            let jobs = try await sandbox.jobs()
            #expect(jobs.map(\.reason) == ["outcome_unknown"])
            #expect(try await emulator.ledger().count == 1)
            let folder = "\(sandbox.home)/answers"
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            let name = try #require(names.first)
            let id = try #require(jobs.first?.id)
            #expect(try await sandbox.run("show", id).output.contains("\(folder)/\(name)"))
            let kept = FileManager.default.contents(atPath: "\(folder)/\(name)")
            #expect(kept.map { String(decoding: $0, as: UTF8.self) }?.contains(text) == true)
            #expect(try await journal.told("walk")["source"] as? String == "local")
        }
    }

    @Test(
        arguments: CrashPoint.ofWords.map { ($0, "gemini") } + [(.answerSpooled, "openai")])
    func `a kill leaves one charge at most, and the praise whole`(
        point: CrashPoint, provider: String
    ) async throws {
        try await PaidJournal.with(provider) { journal in
            let (sandbox, emulator, _, _) = journal.parts
            let local = try await journal.write("walk")
            var killed = sandbox
            killed.variables["HEADSHOT_CRASH_POINT"] = "\(point)"
            #expect(try await killed.run("drain").exit == .signal(SIGKILL))
            _ = try await sandbox.drain()
            _ = try await sandbox.drain()
            let ledger = try await emulator.ledger()
            #expect(ledger.count <= 1)
            let after = try await journal.told("walk")
            let isLocal = after["source"] as? String == "local"
            #expect((after["text"] as? String == local["text"] as? String) == isLocal)
            // What came back whole is never thrown away.
            if [.answerSpooled, .jobEnded, .successWritten].contains(point) { #expect(!isLocal) }
        }
    }

    /// Where a server may be killed while it asks.
    static let pointOfAsking = CrashPoint.questionAsked

    @Test func `a server that is killed while it asks leaves one moment and one request`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let token = try await sandbox.addSpace(
                "journal", "--preset", "great", "--provider", "gemini")
            var doomed = sandbox
            doomed.variables["HEADSHOT_CRASH_POINT"] = "\(Self.pointOfAsking):1"
            func journal(_ server: ServerProcess) -> PaidJournal {
                PaidJournal(sandbox: sandbox, emulator: emulator, server: server, token: token)
            }
            try await ServerProcess.with(doomed) { server in
                do {
                    _ = try await journal(server).write("walk")
                } catch is URLError {}
                server.program.send(SIGTERM)
                #expect(try await server.program.waitForExit() == .signal(SIGKILL))
            }
            try await ServerProcess.with(sandbox) { server in
                _ = try await journal(server).write("walk")
                #expect(try await sandbox.drain() == 0)
                let told = try await journal(server).told("walk")
                #expect(told["source"] as? String == "gemini-words")
                let list = try await server.send(
                    "GET", "/v1/moments", token: token, person: PaidJournal.anna)
                #expect((try list.json["moments"] as? [Any])?.count == 1)
            }
            #expect(try await emulator.ledger().count == 1)
        }
    }
}

extension CrashPoint {
    /// Where a worker may be killed on the way of a question.
    static let ofWords: [CrashPoint] = [
        .jobClaimed, .chargeInserted, .chargeWritten, .answerArrived, .answerSpooled, .jobEnded,
        .successWritten, .spoolRemoved,
    ]
}
