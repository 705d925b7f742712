import Foundation
import TestSupport
import Testing

/// The exit codes that scripts and supervisors decide by.
@Suite(.timeLimit(.minutes(10)))
struct ExitStatusTests {
    /// An answer of the emulator, and the status of the drain that met it.
    struct Drain: Sendable, CustomTestStringConvertible {
        let answer: String
        let status: Int32
        let words: String

        var testDescription: String { "\(answer): \(status)" }
    }

    @Test(arguments: [
        Drain(answer: "ok", status: 0, words: ""),
        Drain(answer: "blocked-prompt", status: 1, words: ""),
        Drain(answer: "503", status: 75, words: ""),
        Drain(answer: "400-unclear", status: 75, words: ""),
        Drain(answer: "html", status: 1, words: ""),
        Drain(answer: "429-no-credit", status: 69, words: "spending cap"),
        Drain(answer: "drop-before-headers", status: 1, words: ""),
        Drain(answer: "key-invalid", status: 69, words: "API key"),
        // The model that was told is gone, and the next one costs more.
        Drain(answer: "404", status: 69, words: "gemini-2.5-flash-image, at about $0.039"),
        Drain(answer: "429-bare", status: 75, words: "Too many requests"),
    ])
    func `a drain's status tells what became of its jobs`(_ drain: Drain) async throws {
        try await Sandbox.withEmulator(answer: drain.answer) { sandbox, _ in
            _ = try await sandbox.submitOne()
            let result = try await sandbox.run("drain")
            #expect(result.exit == .status(drain.status))
            #expect(result.errors.contains(drain.words) || drain.words.isEmpty)
        }
    }

    @Test func `a named model that is gone halts, and the models of the key are named`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "404") { sandbox, _ in
            _ = try await sandbox.submitOne()
            let result = try await sandbox.run("drain", "--model", Sandbox.model)
            #expect(result.exit == .status(69))
            #expect(result.errors.contains("The model is retired, or its name is wrong."))
            #expect(result.errors.contains("gemini-3-pro-image"))
        }
    }

    @Test func `a drain that reached its bound or the cap says that jobs remain`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            for seed in 0..<3 { _ = try await sandbox.submit([sandbox.photo(seed: seed)]) }
            #expect(try await sandbox.drain("--max-jobs", "1") == 75)
            #expect(try await sandbox.run("queue", "limits", "--daily-cap", "2").exit == .status(0))
            #expect(try await sandbox.drain() == 75)
            #expect(try await sandbox.run("queue", "limits", "--daily-cap", "9").exit == .status(0))
            #expect(try await sandbox.drain() == 0)
            #expect(try await emulator.ledger().count == 3)
        }
    }

    @Test func `a drain beside another one leaves the work to it`() async throws {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            _ = try await sandbox.submitOne()
            try await sandbox.running(["drain"]) { first in
                try await emulator.waitForRequests(atLeast: 1)
                let second = try await sandbox.run("drain")
                #expect(second.exit == .status(0))
                #expect(second.errors.contains("Another drain is at work."))
                try await emulator.release()
                #expect(try await first.waitForExit() == .status(0))
            }
        }
    }

    @Test(arguments: [
        (["HEADSHOT_PROMPTS": "/nowhere"], 78, "prompts"),
        (["HEADSHOT_MODELS": "/nowhere"], 78, "/nowhere"),
        (["HEADSHOT_DAILY_CAP": "many"], 78, "HEADSHOT_DAILY_CAP"),
        (["GOOGLE_GEMINI_BASE_URL": "http://example.com"], 78, "https"),
        (["HEADSHOT_HOME": "/proc/nowhere"], 74, "/proc/nowhere"),
    ])
    func `what is not set up is told before anything is sent`(
        variables: [String: String], status: Int32, words: String
    ) async throws {
        let server = try ScriptedServer()
        try await Sandbox.with(asking: server.url) { sandbox in
            _ = try await sandbox.submitOne()
            var broken = sandbox
            broken.variables.merge(variables) { _, new in new }
            for command in ["drain", "worker"] {
                let result = try await broken.run(command)
                #expect(result.exit == .status(status))
                #expect(result.errors.contains(words), "\(result.errors)")
                #expect(result.output.isEmpty)
            }
            #expect(server.log.isEmpty)
        }
    }

    @Test func `results that cannot be written are the disk's fault, and no answer is lost`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            let id = try await sandbox.submitOne()
            let results = "\(sandbox.folder)/file"
            try Data().write(to: URL(filePath: results))
            #expect(try await sandbox.drain("--results", results) == 74)
            #expect(try await sandbox.drain() == 0)
            #expect(try await sandbox.job(id).state == "succeeded")
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `a submit refuses what is no photo and queues the others`() async throws {
        let server = try ScriptedServer()
        try await Sandbox.with(asking: server.url) { sandbox in
            try Data("no photo".utf8).write(to: URL(filePath: "\(sandbox.folder)/notes.jpg"))
            let photo = try sandbox.photo()
            let result = try await sandbox.run(
                "submit", "--force", "notes.jpg", photo, "missing.jpg")
            #expect(result.exit == .status(65))
            #expect(result.output.hasSuffix("  front-professional  \(photo)\n"))
            #expect(result.errors.contains("notes.jpg"))
            #expect(result.errors.contains("missing.jpg"))
            #expect(try await sandbox.jobs().count == 1)
        }
    }

    @Test(arguments: [
        ["submit"], ["submit", "a.jpg", "b.jpg", "--key", "k"],
        ["submit", "a.jpg", "--angle", "up"],
        ["drain", "--max-jobs", "0"], ["show", "nobody"], ["resolve", "0000000000"], ["dance"],
    ])
    func `a command line that makes no sense is told so`(_ arguments: [String]) async throws {
        let server = try ScriptedServer()
        try await Sandbox.with(asking: server.url) { sandbox in
            let result = try await sandbox.run(arguments)
            #expect(result.exit == .status(64))
            #expect(!result.errors.isEmpty)
            #expect(result.output.isEmpty)
        }
    }
}
