import Foundation
import TestSupport
import Testing

@testable import JobQueue

/// Two spaces with the same person, keys and photos, and every command that names a space.
@Suite(.timeLimit(.minutes(10)))
struct SpaceCommandTests {
    /// A command for one of two spaces.
    private struct Command {
        let words: String
        let operands: [String]
        /// Whether it changes rows of its space.
        let changes: Bool

        init(_ words: String, _ operands: String..., changes: Bool = false) {
            self.words = words
            self.operands = operands
            self.changes = changes
        }

        var arguments: [String] { words.split(separator: " ").map(String.init) + operands }
    }

    private static let commands = [
        Command("list", "--csv", "--space", "shop"),
        Command("list", "--csv", "--space", "shop", "--person", "81f3"),
        Command("result", "--all", "--space", "shop"),
        Command("usage", "--space", "shop"),
        Command("sheet", "sheet.html", "--space", "shop"),
        Command("export", "copies", "--space", "shop"),
        Command("people export", "81f3", "kept", "--space", "shop"),
        Command("reminders", "--space", "shop", "--sent"),
        Command("space show", "shop"),
        Command("space words", "shop"),
        Command("space check", "shop"),
        Command("space add", "shop-new"),
        Command(
            "submit", "photo-9.jpg", "--force", "--person", "81f3", "--space", "shop",
            changes: true),
        Command(
            "make", "face-0.jpg", "--person", "81f3", "--space", "shop", changes: true),
        Command(
            "cancel", "--all", "--yes", "--person", "81f3", "--space", "shop", changes: true),
        Command("retry", "--all", "--yes", "--space", "shop", changes: true),
        Command("resolve", "--all", "--not-paid", "--yes", "--space", "shop", changes: true),
        Command("space set", "shop", "--budget", "5", changes: true),
        Command("invite add", "team.csv", "--space", "shop", changes: true),
        Command("invite list", "--space", "shop"),
        Command("invite links", "--all", "--space", "shop", changes: true),
        Command("invite remind", "--all", "--space", "shop", changes: true),
        Command("invite revoke", "--all", "--space", "shop", changes: true),
        Command("space token", "shop", changes: true),
        Command("space rotate", "shop", "--at-once", changes: true),
        Command("space revoke", "shop", changes: true),
        Command("forget", "81f3", "--yes", "--space", "shop", changes: true),
    ]

    @Test func `a command for one space leaves the other's rows and files, and says nothing of it`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            let ids = try await fill(sandbox, emulator)
            _ = try sandbox.photo(seed: 9)
            _ = try sandbox.face()
            let others = try #require(ids["borealis"])
            var own = try await Self.rows(of: "shop", sandbox)
            let rows = try await Self.rows(of: "borealis", sandbox)
            let photos = try await Self.photos(of: "borealis", sandbox)
            let files = try Self.files(sandbox, naming: others + photos)
            // The photo of each job, and one headshot.
            #expect(files.count > others.count)
            for command in Self.commands {
                let result = try await sandbox.run(command.arguments)
                let what: Comment = "\(command.arguments): \(result)"
                #expect(result.exit == .status(0), what)
                for id in others + ["borealis"] {
                    #expect(!(result.output + result.errors).contains(id), what)
                }
                #expect(try await Self.rows(of: "borealis", sandbox) == rows, what)
                #expect(try Self.files(sandbox, naming: others + photos) == files, what)
                let now = try await Self.rows(of: "shop", sandbox)
                #expect((now != own) == command.changes, what)
                own = now
            }
            for copy in ["copies", "kept"] {
                let copied = try FileManager.default.subpathsOfDirectory(
                    atPath: "\(sandbox.folder)/\(copy)")
                #expect(!copied.isEmpty)
            }
            let shown = try await sandbox.run("result", "--all", "--space", "borealis")
            #expect(shown.exit == .status(0))
        }
    }

    @Test func `every command that names a space is tried`() async throws {
        try await Sandbox.offline { sandbox in
            let naming = try await CommandListing.commands(sandbox).filter { words, command in
                (command.arguments ?? []).contains { argument in
                    argument.names?.contains { $0.name == "space" } == true
                        || words.first == "space" && argument.kind == "positional"
                }
            }
            #expect(
                Set(naming.map { $0.words.joined(separator: " ") })
                    == Set(Self.commands.map(\.words)))
        }
    }

    /// Gives each space a job that succeeded, one that failed, one in doubt and one that waits; returns their names.
    private func fill(
        _ sandbox: Sandbox, _ emulator: EmulatorProcess
    ) async throws -> [String: [String]] {
        var ids: [String: [String]] = [:]
        try Data("id,name\n81f3,Ada\n".utf8)
            .write(to: URL(filePath: "\(sandbox.folder)/team.csv"))
        for space in ["shop", "borealis"] {
            let added = try await sandbox.run("space", "add", space)
            #expect(added.exit == .status(0))
        }
        let invited = try await sandbox.run("invite", "add", "team.csv", "--space", "borealis")
        #expect(invited.exit == .status(0))
        func submit(seed: Int) async throws {
            let photo = try sandbox.photo(seed: seed)
            for space in ["shop", "borealis"] {
                ids[space, default: []] += try await sandbox.submit([
                    photo, "--person", "81f3", "--key", "key \(seed)", "--space", space,
                ])
            }
        }
        try await submit(seed: 0)
        #expect(try await sandbox.drain() == 0)
        for (seed, answer) in ["blocked-prompt", "drop-before-headers"].enumerated() {
            try await emulator.setScenario(#"{"rules":[{"answer":"\#(answer)"}]}"#)
            try await submit(seed: seed + 1)
            while try await sandbox.jobs().contains(where: { $0.state == "waiting" }) {
                _ = try await sandbox.run("gate", "clear")
                _ = try await sandbox.drain()
            }
        }
        try await submit(seed: 3)
        for space in ["shop", "borealis"] {
            var states: [String] = []
            for id in ids[space] ?? [] { states.append(try await sandbox.job(id).state) }
            #expect(states == ["succeeded", "failed", "uncertain", "waiting"])
        }
        return ids
    }

    /// The rows of every table that belong to a space.
    private static func rows(of space: String, _ sandbox: Sandbox) async throws -> [String] {
        let store = try JobStore(folder: sandbox.home)
        let rows = try await store.read { tx in
            let tables: [String] = try tx.values(
                """
                SELECT tables.name FROM sqlite_schema AS tables
                JOIN pragma_table_info(tables.name) AS columns
                WHERE tables.type = 'table' AND columns.name = 'space'
                """)
            let owned = try tables.flatMap { table in
                try tx.rows("SELECT * FROM \(table) WHERE space = ?", [space])
                    .map { "\(table): \($0.values)" }
            }
            let settings = try tx.rows("SELECT * FROM space WHERE name = ?", [space])
            return (owned + settings.map { "\($0.values)" }).sorted()
        }
        try store.close()
        return rows
    }

    private static func photos(of space: String, _ sandbox: Sandbox) async throws -> [String] {
        let store = try JobStore(folder: sandbox.home)
        let photos = try await store.jobs(JobFilter(space: Space(space))).compactMap(\.input)
        try store.close()
        return photos
    }

    /// The files of the home whose paths hold one of some names.
    private static func files(
        _ sandbox: Sandbox, naming names: [String]
    ) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: sandbox.home)
        where names.contains(where: path.contains) {
            let whole = "\(sandbox.home)/\(path)"
            files[path] = FileManager.default.contents(atPath: whole)
        }
        return files
    }
}
