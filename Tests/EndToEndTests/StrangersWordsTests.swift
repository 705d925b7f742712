import Foundation
import TestSupport
import Testing

/// What strangers write (a model, a provider, whoever named a file) on its way to a log and a terminal.
@Suite(.timeLimit(.minutes(10)))
struct StrangersWordsTests {
    /// What a model writes that makes no picture: about a person, with a line of its own and a command for terminals.
    private static let words =
        #"I cannot edit a crying child.\n2026 info headshot: forged\u001b[2J"#

    @Test func `what a model wrote about a person is told to who asks, and never logged`()
        async throws
    {
        let body =
            #"{"candidates":[{"content":{"parts":[{"text":"\#(Self.words)"}]},"finishReason":"STOP"}]}"#
        try await answering(200, body) { sandbox in
            let id = try await sandbox.submitOne()
            let drain = try await sandbox.run(
                "drain", "--model", "gemini-2.5-flash-image", "--log-level", "trace")
            #expect(drain.errors.contains("job.id=\(id)"))
            #expect(drain.errors.contains("job.reason=text_only"))
            for word in ["crying", "forged", "\u{1B}"] { #expect(!drain.errors.contains(word)) }
            let shown = try await sandbox.run("show", id).output
            #expect(shown.contains("crying child. 2026 info headshot: forged\u{FFFD}[2J"))
        }
    }

    @Test func `what a provider wrote is one harmless line on a terminal`() async throws {
        let body =
            #"{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"bad\u001b[2J\nkey","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}"#
        try await answering(400, body) { sandbox in
            _ = try await sandbox.submitOne()
            let drain = try await sandbox.run("drain", "--model", "gemini-2.5-flash-image")
            #expect(drain.exit == .status(69))
            #expect(drain.errors.contains("bad\u{FFFD}[2J key"))
            #expect(!drain.errors.contains("\u{1B}"))
            #expect(try await !sandbox.run("gate").output.contains("\u{1B}"))
        }
    }

    @Test func `the name of a file is harmless wherever it is told`() async throws {
        try await Sandbox.offline { sandbox in
            let name = "\u{1B}[2J\nforged.jpg"
            try PhotoFixture.landscape(seed: 1).write(
                to: URL(filePath: "\(sandbox.folder)/\(name)"))
            try sandbox.write("no photo", to: "bad-\(name)")
            let commands = [
                ["submit", "--force", name, "bad-\(name)", "missing-\(name)"], ["analyze", name],
                ["submit", "--check-only", "missing-\(name)"], ["list"], ["status"],
                ["submit", name, "--home", "/dev/null/\(name)"],
            ]
            for command in commands {
                let result = try await sandbox.run(command)
                for text in [result.output, result.errors] {
                    #expect(!text.contains("\u{1B}"), "\(command)")
                    #expect(!text.contains("\nforged"), "\(command): \(text)")
                }
            }
        }
    }

    /// Runs `body` with a sandbox whose provider gives one answer.
    private func answering(
        _ status: Int, _ body: String, _ test: (Sandbox) async throws -> Void
    ) async throws {
        let answer = """
            HTTP/1.1 \(status) Status\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            Connection: close\r
            \r
            \(body)
            """
        let server = try ScriptedServer([.readRequest, .write(Data(answer.utf8))])
        try await Sandbox.with(asking: server.url, test)
    }
}
