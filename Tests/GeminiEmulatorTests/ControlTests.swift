import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct ControlTests {
    @Test func `a rule is used as often as it says, then the next`() async throws {
        let scenario =
            #"{"rules":[{"answer":"429-per-minute","retryDelay":"7s","times":2},{"answer":"503","times":1}]}"#
        try await EmulatorProcess.with(scenario: scenario) { emulator in
            let call = try GenerateCall()
            var statuses: [Int] = []
            for _ in 1...4 { statuses.append(try await call.send(to: emulator).status) }
            #expect(statuses == [429, 429, 503, 200])
        }
    }

    @Test func `a rule's conditions choose its requests`() async throws {
        let marked = try GenerateCall(seed: 3)
        let photo = try await hash(of: marked)
        let scenario = """
            {"rules":[{"when":{"promptContains":"blue"},"answer":"500"},\
            {"when":{"photo":"\(photo)"},"answer":"503"},\
            {"when":{"request":4},"answer":"504"}]}
            """
        try await EmulatorProcess.with(scenario: scenario) { emulator in
            let plain = try GenerateCall()
            var blue = plain
            blue.prompt = "A blue tie."
            let statuses = [
                try await plain.send(to: emulator).status,
                try await blue.send(to: emulator).status,
                try await marked.send(to: emulator).status,
                try await plain.send(to: emulator).status,
                try await plain.send(to: emulator).status,
            ]
            #expect(statuses == [200, 500, 503, 504, 200])
        }
    }

    @Test func `the scenario can be replaced while the emulator runs`() async throws {
        try await EmulatorProcess.with(scenario: #"{"rules":[{"answer":"500"}]}"#) { emulator in
            let call = try GenerateCall()
            #expect(try await call.send(to: emulator).status == 500)
            try await emulator.setScenario(#"{"rules":[]}"#)
            #expect(try await call.send(to: emulator).status == 200)
        }
    }

    @Test func `the models that are listed and served are the scenario's`() async throws {
        let scenario = #"{"models":["gemini-3.1-flash-image"],"rules":[]}"#
        try await EmulatorProcess.with(scenario: scenario) { emulator in
            let list = try await emulator.send("GET", "/v1beta/models")
            let text = String(decoding: list.body, as: UTF8.self)
            #expect(
                text.matches(of: /models\/[a-z0-9.-]+/).map { $0.0 } == [
                    "models/gemini-3.1-flash-image"
                ])
            #expect(try await emulator.listRequests() == 1)
            var call = try GenerateCall()
            #expect(try await call.send(to: emulator).status == 404)
            call.model = "gemini-3.1-flash-image"
            #expect(try await call.send(to: emulator).status == 200)
            try await emulator.setScenario(#"{"rules":[]}"#)
            call.model = "gemini-2.5-flash-image"
            #expect(try await call.send(to: emulator).status == 200)
        }
    }

    @Test func `a held request goes on when it is released`() async throws {
        try await EmulatorProcess.with(scenario: #"{"rules":[{"answer":"hold"}]}"#) { emulator in
            let call = try GenerateCall()
            async let reply = call.send(to: emulator)
            let entries = try await emulator.waitForRequests(atLeast: 1)
            #expect(entries.map(\.answer) == ["hold"])
            try await emulator.release()
            #expect(try await reply.status == 200)
        }
    }

    @Test func `a client that leaves a hanging request does not stop the next`() async throws {
        try await EmulatorProcess.with(scenario: #"{"rules":[{"answer":"hang","times":1}]}"#) {
            emulator in
            let call = try GenerateCall()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try await call.send(to: emulator) }
                let entry = try #require(try await emulator.waitForRequests(atLeast: 1).first)
                #expect(entry.status == nil && entry.charged == .unknown)
                group.cancelAll()
            }
            #expect(try await call.send(to: emulator).status == 200)
        }
    }

    @Test func `the ledger's file has a line for each request, in order, and never the key`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger.jsonl"
            try await EmulatorProcess.with(ledger: path) { emulator in
                let call = try GenerateCall()
                for id in ["a", "b"] {
                    _ = try await emulator.send(
                        "POST", call.path, key: "my-secret-key", headers: ["x-request-id": id],
                        body: call.body)
                }
                _ = try await emulator.send("POST", call.path, key: nil, body: call.body)
                let text = try String(contentsOfFile: path, encoding: .utf8)
                #expect(!text.contains("my-secret-key"))
                let entries = try LedgerEntry.entries(ofLines: text)
                #expect(entries == (try await emulator.ledger()))
                #expect(entries.map(\.seq) == [1, 2, 3])
                #expect(entries.map(\.requestID) == ["a", "b", nil])
                #expect(entries.map(\.charged) == [.yes, .yes, .no])
                #expect(entries[0].keyFingerprint?.count == 8)
            }
        }
    }

    @Test(arguments: [
        #"{"rules":[{"answer":"explode"}]}"#, #"{"rules":[{"answer":"ok","tmes":1}]}"#,
        #"{"rules":[{"answer":"ok","when":{"photos":"x"}}]}"#, #"{"rule":[]}"#, "[]", "no JSON",
        #"{"rules":[{"times":2}]}"#, #"{"rules":[{"answer":"ok","times":0}]}"#,
    ])
    func `a scenario with a mistake is refused at the start and at the control endpoint`(
        scenario: String
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/scenario.json"
            try scenario.write(toFile: path, atomically: true, encoding: .utf8)
            let result = try await Program.built("gemini-emulator")
                .run(["--port", "0", "--scenario", path])
            #expect(result.exit == .status(78))
            #expect(result.output.isEmpty)
            #expect(result.errors.hasPrefix("gemini-emulator: "))
        }
        try await EmulatorProcess.with { emulator in
            let answer = try await emulator.send(
                "PUT", "/control/scenario", key: nil, body: Data(scenario.utf8))
            #expect(answer.status == 400)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends the emulator at once, with nothing to say`(signal: Int32) async throws {
        try await Program.built("gemini-emulator").withRunning(["--port", "0"]) { program in
            _ = try await program.waitForOutput("listening on http://127.0.0.1:")
            program.send(signal)
            let result = try await program.result()
            #expect(result.exit == .status(0))
            #expect(result.errors.isEmpty)
            #expect(result.output.split(separator: "\n").count == 1)
        }
    }

    /// The SHA-256 of a call's photo, as the ledger of another emulator names it.
    private func hash(of call: GenerateCall) async throws -> String {
        try await EmulatorProcess.with { emulator in
            _ = try await call.send(to: emulator)
            return try #require(try await emulator.ledger().first?.photo)
        }
    }
}
