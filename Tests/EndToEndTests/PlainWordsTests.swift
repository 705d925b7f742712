import Foundation
import TestSupport
import Testing

/// What a new user types wrongly, or wants to know, in the first hours.
@Suite(.timeLimit(.minutes(10)))
struct PlainWordsTests {
    @Test func `an archive of another kind is refused, and no folder is made of its name`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            _ = try await sandbox.submit([sandbox.face(), "--provider", "local"])
            #expect(try await sandbox.drain() == 0)
            for target in ["team.tar.gz", "team.tgz", "team.7z", "team.rar"] {
                let refused = try await sandbox.run("export", target)
                #expect(refused.exit == .status(64), "\(target)")
                #expect(refused.errors.contains(".zip"), "\(target)")
                #expect(!FileManager.default.fileExists(atPath: "\(sandbox.folder)/\(target)"))
            }
            #expect(try await sandbox.run("export", "team.v2").exit == .status(0))
        }
    }

    @Test func `a name that begins with a dash is not taken for options`() async throws {
        try await Sandbox.offline { sandbox in
            let photo = try sandbox.photo()
            try FileManager.default.copyItem(
                atPath: "\(sandbox.folder)/\(photo)", toPath: "\(sandbox.folder)/-dash.jpg")
            for command in ["submit", "analyze"] {
                let refused = try await sandbox.run(command, "-dash.jpg")
                #expect(refused.exit == .status(64))
                #expect(refused.output.isEmpty)
                #expect(refused.errors.contains("./-dash.jpg"))
            }
            let taken = try await sandbox.run("submit", "./-dash.jpg", "--force", "-y")
            #expect(taken.exit == .status(0), "\(taken.errors)")
        }
    }

    @Test func `what is no backup is named as that`() async throws {
        try await Sandbox.offline { sandbox in
            _ = try await sandbox.submit([sandbox.photo(), "--provider", "local"])
            let refused = try await sandbox.run("restore", sandbox.photo(), "--yes")
            #expect(refused.exit == .status(78))
            #expect(refused.errors.contains("headshot backup"))
            #expect(!refused.errors.contains("--home"))
            // The command that refuses it while it runs is the one that is named.
            let checked = try await sandbox.run("restore", sandbox.photo(), "--check")
            #expect(checked.exit == .status(64))
            #expect(checked.errors.contains("'headshot restore --help'"))
            #expect(!checked.errors.contains("headshot <subcommand>"))
        }
    }

    @Test func `money of requests on their way is in flight, and not unknown`() async throws {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            _ = try await sandbox.submitOne()
            try await sandbox.running(["worker"]) { worker in
                try await emulator.waitForRequests(atLeast: 1)
                for command in ["status", "usage"] {
                    let during = try await sandbox.run(command)
                    #expect(during.output.contains("in flight"), "\(command): \(during)")
                    #expect(!during.output.contains("unknown"), "\(command): \(during)")
                }
                #expect(try await sandbox.run("list").output.contains("in flight"))
                let json = try await sandbox.run("status", "--json")
                #expect(!json.output.contains(#""in_flight_micro_usd" : 0"#))
                // The second signal gives the request up: from now on nobody knows.
                worker.send(SIGTERM)
                _ = try await worker.waitForErrors("stopping")
                worker.send(SIGTERM)
                _ = try await worker.waitForExit()
            }
            for command in ["status", "usage"] {
                let after = try await sandbox.run(command)
                #expect(after.output.contains("unknown"), "\(command): \(after)")
                #expect(!after.output.contains("in flight"), "\(command): \(after)")
            }
        }
    }

    @Test func `whoever has no key is shown no model`() async throws {
        try await Sandbox.offline { sandbox in
            var open = sandbox
            open.variables["GEMINI_API_KEY"] = nil
            let keyless = try await open.run("status")
            #expect(!keyless.output.contains("model"))
            var keyed = sandbox
            keyed.variables["GEMINI_API_KEY"] = "any"
            let status = try await keyed.run("status")
            #expect(status.output.contains("model"))
            #expect(status.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        }
    }

    @Test(arguments: [("", true), ("--json", false)])
    func `a person at a terminal who queues a photo reads what makes it, and a program does not`(
        options: String, isSaid: Bool
    ) async throws {
        try await Sandbox.offline { sandbox in
            let command = try "submit \(sandbox.photo()) --provider local --force \(options)"
            let typed = try await sandbox.shell(
                #"TERM=xterm script -qefc '"$headshot" \#(command)' /dev/null"#)
            #expect(typed.exit == .status(0), "\(typed.output)")
            #expect(typed.output.contains("'headshot drain' makes") == isSaid, "\(typed.output)")
        }
    }

    @Test
    func `the first Ctrl-C at a terminal says what is waited for, and what a second one costs`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            _ = try await sandbox.submitOne()
            // What is written to the pipe is typed at the terminal of `script`.
            let typed = try await sandbox.shell(
                #"mkfifo keys; export TERM=xterm; exec script -qefc '"$headshot" drain' /dev/null <>keys"#
            ) { drain in
                try await emulator.waitForRequests(atLeast: 1)
                let keys = try #require(FileHandle(forUpdatingAtPath: "\(sandbox.folder)/keys"))
                try keys.write(contentsOf: Data([3]))
                let told = try await drain.waitForOutput("Ctrl-C again")
                try await emulator.release()
                return (told, try await drain.result())
            }
            #expect(typed.0.contains("Stopping: 1 request is on its way, and will end first"))
            #expect(typed.0.contains(/about \$0\.0\d+ may be charged/))
            #expect(typed.1.exit == .status(130))
        }
    }

    @Test func `the log says by what limits a worker works, and what a job took and cost`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, _ in
            let paid = try await sandbox.submitOne()
            let free = try #require(
                try await sandbox.submit([sandbox.face(), "--provider", "local"]).first)
            let drained = try await sandbox.run(
                "drain", "--log-level", "info", "--daily-cap", "7", "--time-zone", "Europe/Berlin")
            let lines = drained.errors.split(separator: "\n")
            let start = try #require(lines.first { $0.contains("limits and places") })
            for words in [
                "home.folder=\(sandbox.home)", "limits.daily_cap=7", "limits.spend=none",
                "limits.time_zone=Europe/Berlin",
            ] { #expect(start.contains(words)) }
            func end(of job: String) throws -> Substring {
                try #require(
                    lines.first { $0.contains("headshot: job succeeded ") && $0.contains(job) })
            }
            #expect(try end(of: paid).contains(/charge\.cost=[1-9]\d* job\.attempt=1\b/))
            #expect(try end(of: paid).contains(/job\.provider=gemini .*job\.seconds=\d+\.\d+/))
            #expect(try end(of: free).contains(/job\.provider=local .*job\.seconds=\d+\.\d+/))
            #expect(try !end(of: free).contains("charge.cost"))
        }
    }

    @Test func `use is told by person, for people, programs and spreadsheets`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, _ in
            for (seed, person) in ["anna", "anna", "bert"].enumerated() {
                _ = try await sandbox.submit([sandbox.photo(seed: seed), "--person", person])
            }
            #expect(try await sandbox.drain("--time-zone", "UTC") == 0)
            let month = String(Date().ISO8601Format().prefix(7))
            let csv = try await sandbox.run("usage", "--month", month, "--csv").output
            let rows = csv.split(separator: "\r\n").dropFirst()
            #expect(rows.count == 2)
            #expect(rows.first?.hasPrefix(",anna,headshot,gemini,2,0.") == true)
            #expect(rows.last?.hasPrefix(",bert,headshot,gemini,1,0.") == true)
            let lines = try await sandbox.run("usage", "--month", month, "--jsonl").output
            #expect(lines.split(separator: "\n").count == 2)
            let bert = try await sandbox.run(
                "usage", "--month", month, "--person", "bert", "--json")
            #expect(bert.output.contains(#""requests" : 1"#))
            #expect(!bert.output.contains("anna"))
            let before = try await sandbox.run("usage", "--month", "2020-01")
            #expect(before.exit == .status(0))
            #expect(before.errors.contains("Nothing was used in 2020-01."))
            for arguments in [["usage"], ["usage", "--month", month]] {
                let first = try await sandbox.run(arguments + ["--limit", "1"])
                #expect(first.output.contains("anna"))
                #expect(!first.output.contains("bert"))
                #expect(first.errors.contains("these are the first 1 by name (--limit)"))
                let all = try await sandbox.run(arguments + ["--limit", "2"])
                #expect(all.output.contains("bert"))
                #expect(all.errors.isEmpty)
            }
            let sum = try await sandbox.run("usage", "--limit", "1").output
                .split(separator: "\n").first { $0.hasPrefix("all ") }
            #expect(try #require(sum).split(separator: " ").dropFirst().first == "3")
            for wrong in [
                ["--month", "2026-13"], ["--month", "October"], ["--csv"], ["--limit", "0"],
            ] {
                #expect(try await sandbox.run(["usage"] + wrong).exit == .status(64))
            }
        }
    }
}
