import Foundation
import TestSupport
import Testing

/// What becomes of answers that cannot be written.
@Suite(.timeLimit(.minutes(10)))
struct LostOutputTests {
    /// Every command that answers; `$done`, `$waiting` and `$uncertain` are jobs that are so, and
    /// `$server` tells of its health.
    static let commands = [
        "--help", "--version", "submit --help", "list", "list --json", "status", "status --json",
        "status --watch", "show $done", "show $done --json", "watch $done", "result $done",
        "usage", "usage --json", "gate", "gate --json", "gate clear", "prompts", "config",
        "config --json",
        "prompts --json", "metrics", "health --url $server", "health --url $server --json",
        "space add shop", "space", "space list --json",
        "space set shop --provider local", "space show shop", "space token shop",
        "space rotate shop", "space set shop --webhook http://127.0.0.1/ --json",
        "space rotate shop --webhook", "space revoke shop",
        "invite add team.csv --space shop", "invite list --space shop",
        "invite list --space shop --json", "invite links --all --space shop",
        "invite remind --all --space shop", "invite revoke --all --space shop", "space words shop",
        "space check shop",
        "people export $(id -un) taken", "doctor --offline",
        "doctor --offline --json", "analyze face.jpg",
        "analyze face.jpg --json", "submit face.jpg", "submit face.jpg --again --json",
        "submit face.jpg --check-only", "submit face.jpg --check-only --json", "make face.jpg",
        "make face.jpg --again --json", "sheet sheet.html",
        "backup copy.sqlite", "prune --dry-run", "prune --json", "retry $done",
        "cancel $waiting", "resolve $uncertain --paid", "drain --max-jobs 1",
        "drain --max-jobs 1 --json", "restore queue.sqlite --yes",
        "export team", "export team.zip --json", "forget $(id -un) --yes",
    ]

    @Test func `an answer for which there is no room is told of on standard error, with 74`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let variables = try await jobs(in: sandbox, emulator)
            try await withServer { server in
                for command in Self.commands {
                    let result = try await sandbox.shell(
                        "\(variables) server=\(server.admin)\n\"$headshot\" \(command) >/dev/full")
                    #expect(result.exit == .status(74), "\(command): \(result.errors)")
                    #expect(result.errors.contains("No space left on device"), "\(command)")
                }
            }
        }
    }

    @Test func `every command that answers is in the table`() async throws {
        let listed = try await Sandbox.offline { try await CommandListing.commands($0) }
        // A worker answers nothing; whom to remind is in the test of reminders, and the queue on a server in its own.
        let names = Set(listed.map(\.words[0])).subtracting([
            "worker", "serve", "reminders", "queue", "help",
        ])
        let tried = Set(
            Self.commands.compactMap { $0.split(separator: " ").first.map(String.init) })
        #expect(names.subtracting(tried) == [])
    }

    @Test(arguments: ["", "--json"])
    func `a submit that cannot print its ids says what it queued`(option: String) async throws {
        try await Sandbox.offline { sandbox in
            try sandbox.folder("team", photos: ["a.jpg": 1, "b.jpg": 2])
            let result = try await sandbox.shell(
                "\"$headshot\" submit team --force \(option) >/dev/full")
            #expect(result.exit == .status(74))
            let queued = try await sandbox.jobs()
            #expect(queued.count == 2)
            for job in queued { #expect(result.errors.contains(job.id)) }
        }
    }

    @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    func `a program that was started with closed streams writes into no file of its own`(
        closed: String
    ) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let id = try await sandbox.submitOne()
            let result = try await sandbox.shell(
                "\"$headshot\" drain --log-level trace \(closed)")
            let isAnswered = !closed.contains(" >&-") && !closed.hasPrefix(">&-")
            #expect(result.exit == .status(isAnswered ? 0 : 74), "\(result.errors)")
            #expect(try await sandbox.job(id).state == "succeeded")
            try await sandbox.expectPromises(printed: [id], emulator)
        }
    }

    /// A server of another queue: commands of the table need this one for themselves.
    private func withServer(_ body: (ServerProcess) async throws -> Void) async throws {
        try await Sandbox.offline { sandbox in
            try await ServerProcess.with(sandbox, body: body)
        }
    }

    /// Makes jobs in all states that the table names; returns them as variables of a shell.
    private func jobs(in sandbox: Sandbox, _ emulator: EmulatorProcess) async throws -> String {
        try DrawnFace.photo().write(to: URL(filePath: "\(sandbox.folder)/face.jpg"))
        try Data("id,name\n81f3,Ada\n".utf8)
            .write(to: URL(filePath: "\(sandbox.folder)/team.csv"))
        let done = try await sandbox.submit([sandbox.photo(seed: 1)])
        #expect(try await sandbox.drain() == 0)
        try await emulator.setScenario(#"{"rules":[{"answer":"drop-before-headers"}]}"#)
        let uncertain = try await sandbox.submit([sandbox.photo(seed: 2)])
        #expect(try await sandbox.drain() == 1)
        try await emulator.setScenario(#"{"rules":[]}"#)
        var waiting: [String] = []
        for seed in 3..<8 { waiting += try await sandbox.submit([sandbox.photo(seed: seed)]) }
        #expect(try await sandbox.run("backup", "--queue-only", "queue.sqlite").exit == .status(0))
        return "done=\(done[0]) uncertain=\(uncertain[0]) waiting=\(waiting[0])"
    }
}
