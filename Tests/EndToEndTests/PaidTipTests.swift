import CrashPoints
import Foundation
import TestSupport
import Testing

/// Tips and matches that a model writes, once, in place of the local ones.
@Suite(.timeLimit(.minutes(10)))
struct PaidTipTests {
    /// A coach with a service, and a person who pays and has said something.
    private func withGlow(
        _ body: (GlowApp, EmulatorProcess) async throws -> Void
    ) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let token = try await sandbox.addSpace(
                "glow", "--preset", "glowup", "--provider", "gemini", "--scope", "operate")
            try await ServerProcess.with(sandbox) { server in
                let app = GlowApp(sandbox: sandbox, server: server, token: token)
                try await app.pay()
                let said = try await app.send(
                    "PATCH", "/v1/me", #"{"theme":"Classic","face_shape":"oval"}"#)
                #expect(said.status == 200, "\(said.text)")
                let quiz = try await app.send(
                    "PUT", "/v1/me/quiz", #"{"answers":{"main_goal":["Glow on camera"]}}"#)
                #expect(quiz.status == 200, "\(quiz.text)")
                try await body(app, emulator)
            }
        }
    }

    private static let kinds = ["short", "long", "celebrity"]

    /// What an app is told of a kind; the first who asks asks a model.
    private func told(_ kind: String, _ app: GlowApp) async throws -> [String: Any] {
        let answer =
            kind == "celebrity"
            ? try await app.send("POST", "/v1/celebrity", "{}")
            : try await app.send("GET", "/v1/tips?type=\(kind)")
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.json
    }

    /// The words that a person reads, and who wrote them.
    private func words(_ told: [String: Any]) -> (texts: [String?], sources: Set<String?>) {
        let things = told["tips"] as? [[String: Any]] ?? [told]
        return (
            things.map { ($0["body"] ?? $0["why"]) as? String },
            Set(things.map { $0["source"] as? String })
        )
    }

    @Test(arguments: kinds)
    func `the local words are there at once, and a model's take their place, once`(
        kind: String
    ) async throws {
        try await withGlow { app, emulator in
            let local = try await told(kind, app)
            #expect(words(local).sources == ["local"])
            #expect(local["state"] as? String == "improving")
            #expect(local["job"] is String)
            #expect(try await app.sandbox.drain() == 0)
            let better = try await told(kind, app)
            #expect(words(better).sources == ["gemini-words"])
            #expect(better["state"] as? String == "final")
            #expect(Set(words(better).texts).isDisjoint(with: words(local).texts))
            #expect(try await app.sandbox.drain() == 0)
            let ledger = try await emulator.ledger()
            #expect(ledger.count == 1)
            #expect(ledger.first?.photo == nil)
            if kind == "celebrity" {
                let kept = try #require(try await app.me()["celebrity"] as? [String: Any])
                #expect(kept["name"] as? String == better["name"] as? String)
            }
        }
    }

    private static let failures = [
        "503", "500", "400-invalid-argument", "blocked-words", "malformed-words", "other-words",
        "drop-before-headers",
    ]

    // What is read of an answer is a kind's own; what is done about a failure is not.
    @Test(
        arguments: failures.map { ("short", $0) }
            + ["long", "celebrity"].flatMap { [($0, "malformed-words"), ($0, "other-words")] })
    func `where the model fails, the local words stay, and nothing is asked again`(
        kind: String, answer: String
    ) async throws {
        try await withGlow { app, emulator in
            try await emulator.setScenario(#"{"rules":[{"answer":"\#(answer)"}]}"#)
            let local = try await told(kind, app)
            _ = try await app.sandbox.drain("--max-attempts", "1")
            try await emulator.setScenario(#"{"rules":[]}"#)
            let after = try await told(kind, app)
            #expect(words(after).texts == words(local).texts)
            #expect(words(after).sources == ["local"])
            #expect(after["state"] as? String == "final")
            _ = try await app.sandbox.run("gate", "clear")
            _ = try await app.sandbox.drain()
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test(
        arguments: CrashPoint.ofWords.map { ("short", $0) }
            + [("long", .answerSpooled), ("celebrity", .answerSpooled)])
    func `a kill leaves one charge at most, and the words whole`(
        kind: String, point: CrashPoint
    ) async throws {
        try await withGlow { app, emulator in
            let local = try await told(kind, app)
            var killed = app.sandbox
            killed.variables["HEADSHOT_CRASH_POINT"] = "\(point)"
            _ = try await killed.run("drain")
            _ = try await app.sandbox.drain()
            _ = try await app.sandbox.drain()
            #expect(try await emulator.ledger().count <= 1)
            let after = try await told(kind, app)
            let isLocal = words(after).sources == ["local"]
            #expect((words(after).texts == words(local).texts) == isLocal)
            #expect(words(after).sources.count == 1)
        }
    }

    @Test func `a tip that is done keeps the words that were done`() async throws {
        try await withGlow { app, _ in
            let local = try await app.tips("short")
            let id = try #require(local.first?["id"] as? String)
            _ = try await app.complete(id, true)
            #expect(try await app.sandbox.drain() == 0)
            let after = try await app.tips("short")
            #expect(
                after.map { $0["source"] as? String } == ["local", "gemini-words", "gemini-words"])
            #expect(after.first?["title"] as? String == local.first?["title"] as? String)
            let better = try #require(after.last?["id"] as? String)
            let done = try await app.complete(better, true)
            #expect(done["source"] as? String == "gemini-words")
        }
    }

    @Test func `nobody is asked about a person of whom nothing is known`() async throws {
        try await withGlow { app, emulator in
            for type in ["short", "long"] { _ = try await app.tips(type, as: GlowApp.other) }
            let match = try await app.send("POST", "/v1/celebrity", "{}", as: GlowApp.other)
            #expect(match.status == 200)
            #expect(try await app.sandbox.drain() == 0)
            #expect(try await emulator.ledger().isEmpty)
        }
    }
}
