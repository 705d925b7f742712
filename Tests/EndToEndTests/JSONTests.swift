import Foundation
import JobQueue
import TestSupport
import Testing

/// What programs read: errors and changes as JSON, and what a terminal shows instead.
@Suite(.timeLimit(.minutes(10)))
struct JSONTests {
    /// The last line of standard error, as `--json` makes it.
    private struct Failure: Decodable, Equatable {
        struct Content: Decodable, Equatable {
            let code: String
            let exit: Int32
            let message: String
            let next: String?
        }
        let error: Content
    }

    @Test(
        arguments: [
            (["show", "0000000000", "--json"], 64, "no_such_job"),
            (["list", "--json", "--limit", "none"], 64, "usage"),
            (["dance", "--json"], 64, "unknown_command"),
            (["watch", "--json", "0000000000"], 64, "no_such_job"),
            (["status", "--json", "--home", "/dev/null/x"], 74, "disk"),
            (["prompts", "--json", "--prompts", "/nowhere"], 78, "bad_prompts"),
            (
                ["submit", "--json", "photo.jpg", "--api-key-file", "/nowhere"], 78,
                "unreadable_key_file"
            ),
        ] as [([String], Int32, String)])
    func `a command that cannot answer says so in one object`(
        arguments: [String], status: Int32, code: String
    ) async throws {
        try await Sandbox.offline { sandbox in
            let result = try await sandbox.run(arguments)
            #expect(result.exit == .status(status))
            #expect(result.output == "")
            let failure = try JSONDecoder().decode(Failure.self, from: Data(result.errors.utf8))
            #expect(failure.error.code == code)
            #expect(failure.error.exit == status)
            #expect(!failure.error.message.isEmpty)
        }
    }

    @Test func `the same errors are sentences for people`() async throws {
        try await Sandbox.offline { sandbox in
            let result = try await sandbox.run("list", "--limit", "none", "--", "--json")
            #expect(result.errors.hasPrefix("Error: "))
        }
    }

    @Test func `nine of ten photos are answered`() async throws {
        try await Sandbox.offline { sandbox in
            let photos = try (0..<9).map { try sandbox.photo(seed: $0) }
            for command in [["submit", "--force"], ["analyze"], ["submit", "--check-only"]] {
                let result = try await sandbox.run(command + ["--json", "missing.jpg"] + photos)
                #expect(result.exit == .status(65))
                #expect(result.errors.contains("{") == false)
                let answer = try #require(
                    try JSONSerialization.jsonObject(with: Data(result.output.utf8))
                        as? [String: Any])
                let told = answer.values.compactMap { $0 as? [Any] }.map(\.count).reduce(0, +)
                #expect(told == 10, "\(command)")
            }
        }
    }

    @Test func `each change of a watched job is a line`() async throws {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let id = try await sandbox.submitOne()
            try await sandbox.running(["watch", id, "--json"]) { watch in
                let first = try await watch.waitForOutput(id)
                #expect(first.contains(#""state":"waiting""#))
                try await sandbox.running(["drain"]) { drain in
                    try await emulator.waitForRequests(atLeast: 1)
                    _ = try await watch.waitForOutput(#""phase":"processing""#)
                    try await emulator.release()
                    #expect(try await drain.waitForExit() == .status(0))
                }
                let result = try await watch.result()
                #expect(result.exit == .status(0))
                let lines = try result.output.split(separator: "\n").map {
                    try JSONDecoder().decode(Change.self, from: Data($0.utf8)).job
                }
                #expect(lines.allSatisfy { $0.id == id })
                #expect(lines.last?.state == "succeeded")
                #expect(lines.last?.result?.hasPrefix(sandbox.results) == true)
                #expect(Set(lines.map { "\($0.state) \($0.phase ?? "")" }).count == lines.count)
            }
        }
    }

    private struct Change: Decodable {
        struct Job: Decodable {
            let id: String
            let state: String
            let phase: String?
            let result: String?
        }
        let job: Job
    }

    @Test func `the whole status is a line each time that something happened`() async throws {
        try await Sandbox.offline { sandbox in
            try await sandbox.running(["status", "--watch", "--json"]) { status in
                let empty = try await status.waitForOutput("jobs")
                #expect(empty.contains(#""waiting":0"#))
                _ = try await sandbox.submitOne()
                let one = try await status.waitForOutput(#""waiting":1"#)
                let whole = try await sandbox.run("status", "--json").output
                #expect(try decoded(one) == decoded(whole))
                status.send(SIGINT)
                #expect(try await status.result().output.split(separator: "\n").count == 2)
            }
        }
    }

    private func decoded(_ json: String) throws -> NSDictionary? {
        try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
    }

    @Test func `a drain on a terminal shows how its jobs go on`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            let jobs = try await sandbox.submit([sandbox.photo(seed: 1), sandbox.photo(seed: 2)])
            let result = try await sandbox.shell(
                #"TERM=xterm script -qefc '"$headshot" drain --log-level info' /dev/null"#)
            #expect(result.exit == .status(0))
            for job in jobs {
                #expect(result.output.contains("✓"))
                #expect(result.output.contains("\(job)  front-professional"))
                #expect(result.output.contains("\(sandbox.results)/\(job)-front-professional"))
            }
            #expect(result.output.contains("worker stopped"))
            #expect(result.output.hasSuffix("2 succeeded; in \(sandbox.results)\r\n"))
        }
    }

    @Test func `a mistyped variable is warned of, and the answer is as ever`() async throws {
        try await Sandbox.offline { sandbox in
            var mistyped = sandbox
            mistyped.variables["HEADSHOT_DALY_CAP"] = "3"
            let result = try await mistyped.run("status", "--json")
            #expect(result.exit == .status(0))
            #expect(
                result.errors == """
                    headshot: HEADSHOT_DALY_CAP is not a setting and has no effect. \
                    Did you mean HEADSHOT_DAILY_CAP?

                    """)
            #expect(try decoded(result.output) != nil)
        }
    }

    @Test func `the version names the commit and the queue's format`() async throws {
        let git = try await Program(path: "/usr/bin/git")
            .run(["-C", "\(repository)", "describe", "--always", "--abbrev=12", "--exclude=*"])
        let result = try await Program.built("headshot").run(["--version"])
        let commit = git.output.trimmingCharacters(in: .newlines)
        let expected = git.exit == .status(0) ? "commit \(commit)" : "commit unknown"
        #expect(result.output.hasPrefix("headshot "))
        #expect(result.output.contains("(\(expected)"))
        #expect(result.output.hasSuffix(", queue format \(JobStore.format))\n"))
    }
}
