import Foundation
import TestSupport
import Testing

/// A photo in, a headshot out.
@Suite(.timeLimit(.minutes(10)))
struct MainPathTests {
    @Test func `a submitted photo is drained to a headshot`() async throws {
        try await Sandbox.withEmulator { sandbox, emulator in
            let photo = "photo.jpg"
            try PhotoFixture.jpeg(seed: 7).write(to: URL(filePath: "\(sandbox.folder)/\(photo)"))
            let submitted = try await sandbox.run("submit", photo, "--force")
            #expect(submitted.exit == .status(0))
            let id = try #require(submitted.output.split(separator: " ").first.map(String.init))
            #expect(submitted.output == "\(id)  front-professional  \(photo)\n")

            let drained = try await sandbox.run("drain")
            #expect(drained.exit == .status(0))
            #expect(drained.output == "1 succeeded; in \(sandbox.results)\n")

            let shown = try await sandbox.run("result", id)
            let path = "\(sandbox.results)/\(id)-front-professional.png"
            #expect(shown.output == "\(path)\n")
            let picture = try PictureJudge(Data(contentsOf: URL(filePath: path)))
            for (seen, handedIn) in zip(picture.quadrants(), PhotoFixture.quadrants(seed: 7)) {
                #expect(seen.isNear(handedIn, within: 16), "\(seen) \(handedIn)")
            }
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `all six styles are made, each with a prompt of its own`() async throws {
        try await Sandbox.withEmulator { sandbox, emulator in
            let jobs = try await sandbox.submit([sandbox.photo(), "--all-styles"])
            #expect(try await sandbox.drain() == 0)
            var names: Set<String> = []
            var prompts: Set<String> = []
            for id in jobs {
                let job = try await sandbox.job(id)
                let name = URL(filePath: try #require(job.result)).lastPathComponent
                names.insert(String(name.dropFirst(id.count + 1)))
                prompts.insert(try #require(job.promptVersion))
            }
            let styles = ["front", "left", "right"].flatMap {
                ["\($0)-professional.png", "\($0)-casual.png"]
            }
            #expect(names == Set(styles))
            #expect(prompts.count == 6)
            #expect(try await Set(emulator.ledger().map(\.prompt)).count == 6)
        }
    }

    @Test func `a submit that waits ends with its headshot`() async throws {
        try await Sandbox.withEmulator { sandbox, _ in
            try await sandbox.running(["worker"]) { worker in
                _ = try await worker.waitForErrors("worker started")
                let result = try await sandbox.run("submit", sandbox.photo(), "--wait", "--force")
                #expect(result.exit == .status(0))
                #expect(result.output.contains("\(sandbox.results)/"))
                worker.send(SIGTERM)
                #expect(try await worker.waitForExit() == .status(0))
            }
        }
    }

    @Test func `a cooldown outlives the process, and a person may end it`() async throws {
        try await Sandbox.withEmulator(answer: "429-per-minute") { sandbox, emulator in
            let id = try await sandbox.submitOne()
            let first = try await sandbox.run("drain")
            #expect(first.exit == .status(75))
            #expect(first.errors.contains("Too many requests"))
            #expect(try await sandbox.drain() == 75)
            #expect(try await emulator.ledger().count == 1)
            try await emulator.setScenario(#"{"rules":[]}"#)
            #expect(try await sandbox.run("gate", "clear").exit == .status(0))
            #expect(try await sandbox.drain() == 0)
            #expect(try await emulator.ledger().count == 2)
            let job = try await sandbox.job(id)
            #expect(job.state == "succeeded")
            #expect(job.attempts == 1)
        }
    }

    @Test func `the key is in no output, log, file or command line`() async throws {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            let id = try await sandbox.submitOne()
            let arguments = ["drain", "--log-level", "trace"]
            var outputs = try await sandbox.running(arguments) { drain in
                try await emulator.waitForRequests(atLeast: 1)
                let path = "/proc/\(drain.processID)/cmdline"
                let command = try String(contentsOfFile: path, encoding: .utf8)
                try await emulator.release()
                let result = try await drain.result()
                return [command, result.output, result.errors]
            }
            for command in [["show", id], ["list"], ["status"], ["usage"], ["doctor"], ["gate"]] {
                let plain = try await sandbox.run(command)
                let json = try await sandbox.run(command + ["--json"])
                outputs += [plain.output, plain.errors, json.output, json.errors]
            }
            try await emulator.setScenario(#"{"rules":[{"answer":"key-invalid"}]}"#)
            _ = try await sandbox.submitOne()
            let refused = try await sandbox.run("drain", "--log-level", "trace")
            outputs += [refused.output, refused.errors]
            #expect(outputs.allSatisfy { !$0.contains(Sandbox.key) })
            #expect(outputs.contains { $0.contains(id) })

            let names = try FileManager.default.subpathsOfDirectory(atPath: sandbox.folder)
            for name in names {
                let file = FileManager.default.contents(atPath: "\(sandbox.folder)/\(name)")
                #expect(file?.range(of: Data(Sandbox.key.utf8)) == nil, "\(name)")
            }
        }
    }
}
