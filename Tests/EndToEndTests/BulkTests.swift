import Foundation
import TestSupport
import Testing

/// Decisions on many jobs at once.
@Suite(.timeLimit(.minutes(10)))
struct BulkTests {
    /// Submits photos of some persons and gives the jobs' ids.
    private func submit(_ people: [String], in sandbox: Sandbox) async throws -> [String] {
        var ids: [String] = []
        for (seed, person) in people.enumerated() {
            let photo = try sandbox.photo(seed: seed)
            ids += try await sandbox.submit([photo, "--person=\(person)", "--provider", "gemini"])
        }
        return ids
    }

    private func states(_ ids: [String], in sandbox: Sandbox) async throws -> [String] {
        let jobs = try await sandbox.jobs()
        return ids.map { id in jobs.first { $0.id == id }?.state ?? "gone" }
    }

    @Test func `what passes the filters is cancelled, and without a word of a person nothing is`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let ids = try await submit(["anna", "anna", "bert"], in: sandbox)
            let asked = try await sandbox.run("cancel", "--all", "--person", "anna")
            #expect(asked.exit == .status(64))
            #expect(asked.output == "")
            #expect(asked.errors.contains("2 jobs to cancel."))
            #expect(asked.errors.contains("--yes"))
            #expect(try await states(ids, in: sandbox) == ["waiting", "waiting", "waiting"])
            let done = try await sandbox.run("cancel", "--all", "--person", "anna", "--yes")
            #expect(done.exit == .status(0))
            #expect(done.output == "\(ids[0])  cancelled\n\(ids[1])  cancelled\n")
            #expect(try await states(ids, in: sandbox) == ["cancelled", "cancelled", "waiting"])
        }
    }

    @Test(arguments: [("y", 0, "cancelled"), ("n", 1, "waiting"), ("", 1, "waiting")])
    func `on a terminal a person is asked`(answer: String, status: Int32, state: String)
        async throws
    {
        try await Sandbox.offline { sandbox in
            let ids = try await submit(["anna"], in: sandbox)
            let program = try Program.built("headshot").path
            let result = try await Program(path: "/usr/bin/script").run(
                ["-qec", "\(program) cancel --all", "/dev/null"], environment: sandbox.variables,
                folder: sandbox.folder, input: Data("\(answer)\n".utf8))
            #expect(result.exit == .status(status), "\(result.output)")
            #expect(result.output.contains("1 job to cancel."))
            #expect(try await states(ids, in: sandbox) == [state])
        }
    }

    @Test func `one job that is not to be cancelled stops no other, and is told`() async throws {
        try await Sandbox.offline { sandbox in
            let ids = try await submit(["anna", "bert"], in: sandbox)
            #expect(try await sandbox.run("cancel", ids[0]).exit == .status(0))
            let result = try await sandbox.run(["cancel"] + ids)
            #expect(result.exit == .status(1))
            #expect(result.output == "\(ids[1])  cancelled\n")
            #expect(result.errors.contains("\(ids[0]): It was cancelled before."))
            let json = try await sandbox.run(["cancel", "--json"] + ids)
            #expect(json.exit == .status(1))
            let jobs = try JSONDecoder().decode(Decisions.self, from: Data(json.output.utf8)).jobs
            #expect(jobs.map(\.id) == ids)
            #expect(jobs.allSatisfy { !$0.done && $0.sentence != nil })
        }
    }

    @Test func `with one mistyped id, nothing is done`() async throws {
        try await Sandbox.offline { sandbox in
            let ids = try await submit(["anna"], in: sandbox)
            let result = try await sandbox.run("cancel", ids[0], "0000000000")
            #expect(result.exit == .status(64))
            #expect(try await states(ids, in: sandbox) == ["waiting"])
        }
    }

    @Test func `after an outage, a person resolves all uncertain jobs at once`() async throws {
        try await Sandbox.withEmulator(answer: "drop-before-headers") { sandbox, emulator in
            let ids = try await submit(["anna", "bert"], in: sandbox)
            while try await states(ids, in: sandbox) != ["uncertain", "uncertain"] {
                _ = try await sandbox.run("gate", "clear")
                _ = try await sandbox.drain()
            }
            let asked = try await sandbox.run("resolve", "--all", "--not-paid")
            #expect(asked.exit == .status(64))
            #expect(asked.errors.contains("2 jobs to send once more: 2 headshots by "))
            let resolved = try await sandbox.run(
                "resolve", "--all", "--provider", "gemini", "--not-paid", "--yes")
            #expect(resolved.exit == .status(0), "\(resolved.errors)")
            #expect(resolved.output == "\(ids[0])  waiting\n\(ids[1])  waiting\n")
            try await emulator.setScenario(#"{"rules":[]}"#)
            _ = try await sandbox.run("gate", "clear")
            #expect(try await sandbox.drain() == 0)
            #expect(try await states(ids, in: sandbox) == ["succeeded", "succeeded"])
        }
    }

    @Test func `failed jobs are repeated once, however often that is said`() async throws {
        try await Sandbox.withEmulator(answer: "blocked-prompt") { sandbox, emulator in
            let ids = try await submit(["anna", "bert"], in: sandbox)
            #expect(try await sandbox.drain() == 1)
            let command = ["retry", "--all", "--reason", "blocked_prompt", "--json"]
            #expect(try await sandbox.run(command).exit == .status(64))
            let retried = try await sandbox.run(command + ["--yes"])
            #expect(retried.exit == .status(0), "\(retried.errors)")
            #expect(retried.errors.contains("To make again: 2 headshots by "))
            let jobs = try JSONDecoder().decode(Decisions.self, from: Data(retried.output.utf8))
                .jobs
            #expect(jobs.map(\.id) == ids)
            let again = try await sandbox.run(command + ["--yes"])
            #expect(again.exit == .status(0))
            #expect(again.errors.contains("No job matches."))
            #expect(try await sandbox.jobs().count == 4)
            try await emulator.setScenario(#"{"rules":[]}"#)
            #expect(try await sandbox.drain() == 0)
            let paths = try await sandbox.run("result", "--all")
            #expect(paths.output.split(separator: "\n").count == 2)
            let some = try await sandbox.run(["result"] + ids + jobs.compactMap(\.new_job))
            #expect(some.exit == .status(1))
            #expect(some.output == paths.output)
            #expect(some.errors.contains("Job \(ids[0]) has no headshot."))
        }
    }

    @Test func `what costs more than is known is not repeated without a word`() async throws {
        try await Sandbox.withEmulator(answer: "blocked-prompt") { sandbox, _ in
            let ids = try await submit(["anna"], in: sandbox)
            #expect(try await sandbox.drain() == 1)
            var strange = sandbox
            strange.variables["HEADSHOT_MODEL"] = "gemini-of-next-year"
            let asked = try await strange.run("retry", ids[0])
            #expect(asked.exit == .status(64))
            #expect(asked.errors.contains("1 headshot by gemini-of-next-year, at an unknown price"))
            #expect(try await sandbox.jobs().count == 1)
            let one = try await sandbox.run("retry", ids[0])
            #expect(one.exit == .status(0))
            #expect(one.output.wholeMatch(of: /[0-9a-z]{10}\n/) != nil)
            let two = try await strange.run("retry", ids[0], ids[0], "--by", "local")
            #expect(two.exit == .status(0), "\(two.errors)")
            #expect(two.output.wholeMatch(of: /[0-9a-z]{10}  repeats \w{10}\n/) != nil)
        }
    }

    @Test func `a list is narrowed by every filter, and is a table for spreadsheets`() async throws
    {
        try await Sandbox.offline { sandbox in
            let empty = try await sandbox.run("list")
            #expect(empty.exit == .status(0))
            #expect(empty.output == "")
            #expect(empty.errors == "The queue is empty. 'headshot submit' puts photos into it.\n")
            #expect(
                try await sandbox.run("list", "--csv").output.split(separator: "\r\n").count == 1)
            let ids = try await submit(["-anna", "bert"], in: sandbox)
            let left = try await sandbox.submit([
                sandbox.photo(seed: 9), "--person", "bert", "--angle", "left", "--provider",
                "local",
            ])
            func list(_ filters: String...) async throws -> [String] {
                let result = try await sandbox.run(["list", "--csv"] + filters)
                #expect(result.exit == .status(0), "\(result.errors)")
                return result.output.split(separator: "\r\n").dropFirst().map {
                    String($0.prefix(10))
                }
            }
            #expect(try await list() == left + ids.reversed())
            #expect(try await list("--style", "left-professional") == left)
            #expect(try await list("--style", "front-casual") == [])
            #expect(try await list("--provider", "local") == left)
            #expect(try await list("--person", "bert", "--provider", "gemini") == [ids[1]])
            #expect(try await list("--reason", "new", "--limit", "1") == left)
            #expect(try await list("--day", "2001-01-01") == [])
            #expect(try await sandbox.run("list", "--csv").output.contains(",'-anna,"))
            let none = try await sandbox.run("list", "--state", "failed")
            #expect(none.errors.hasPrefix("No job matches."))
        }
    }

    @Test func `a list takes as a filter what it says of a job`() async throws {
        try await Sandbox.offline { sandbox in
            let local = ["--provider", "local"]
            _ = try await sandbox.submit([sandbox.face()] + local)
            _ = try await sandbox.submit([sandbox.face(1), "--require-backdrop"] + local)
            _ = try await sandbox.run("submit", "--kind", "analysis", sandbox.face(2))
            _ = try await sandbox.drain()
            let ids = try await submit(["anna", "bert"], in: sandbox)
            _ = try await sandbox.run("cancel", ids[0])
            let jobs = try await sandbox.jobs()
            #expect(
                Set(jobs.map(\.state)) == ["succeeded", "rejected", "cancelled", "waiting"])
            for job in jobs {
                let filters = [
                    "--state", job.state, "--reason", job.reason, "--person", job.person,
                    "--kind", job.kind, "--provider", job.provider,
                ]
                let found = try await sandbox.run(
                    ["list"] + filters + (job.style.map { ["--style", $0] } ?? []))
                #expect(found.exit == .status(0), "\(found.errors)")
                #expect(found.output.contains(job.id))
            }
        }
    }

    @Test func `a mistyped command gets the nearest name`() async throws {
        try await Sandbox.offline { sandbox in
            let result = try await sandbox.run("lsit")
            #expect(result.exit == .status(64))
            #expect(result.output == "")
            #expect(result.errors.contains("Did you mean 'headshot list'?"))
            #expect(!FileManager.default.fileExists(atPath: sandbox.home))
        }
    }

    /// What the tests read of the JSON of decisions.
    private struct Decisions: Decodable {
        struct Job: Decodable {
            let id: String
            let done: Bool
            let sentence: String?
            let new_job: String?
        }
        let jobs: [Job]
    }
}
