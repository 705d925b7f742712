import Foundation
import TestSupport
import Testing

/// The log as programs read it.
@Suite(.timeLimit(.minutes(10)))
struct LogTests {
    @Test func `every line of a log in JSON is an object, also what is no event`() async throws {
        try await Sandbox.withEmulator { sandbox, emulator in
            try await emulator.setScenario(
                #"{"rules":[{"when":{"request":1},"answer":"500"},{"answer":"ok"}]}"#)
            _ = try await sandbox.submit([sandbox.photo(), "--person", "a-strangers-id"])
            var noisy = sandbox
            noisy.variables["HEADSHOT_PICKLES"] = "7"
            noisy.variables["HEADSHOT_LOG_FORMAT"] = "json"
            let run = try await noisy.run("drain", "--wait", "--log-level", "debug")
            let lines = run.errors.split(separator: "\n")
            #expect(lines.count > 2)
            for line in lines {
                let read = try? JSONSerialization.jsonObject(with: Data(line.utf8))
                let event = try #require(read as? [String: String], "\(line)")
                #expect(Set(["time", "level", "message"]).isSubset(of: event.keys))
                #expect(!line.contains("a-strangers-id"))
            }
            #expect(run.errors.contains("HEADSHOT_PICKLES"))
        }
    }

    @Test func `a command that fails says so in the log's format, and one for JSON as ever`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let options = ["drain", "--log-format", "json", "--prompts", "/nowhere"]
            for (more, member) in [([], "message"), (["--json"], "error")] {
                let run = try await sandbox.run(options + more)
                #expect(run.exit != .status(0))
                let last = try #require(run.errors.split(separator: "\n").last)
                let read = try JSONSerialization.jsonObject(with: Data(last.utf8))
                #expect((read as? [String: Any])?[member] != nil, "\(last)")
            }
        }
    }
}
