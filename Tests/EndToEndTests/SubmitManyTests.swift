import Foundation
import TestSupport
import Testing

/// Folders and lists of photos, which may be stopped and run again.
@Suite(.timeLimit(.minutes(10)))
struct SubmitManyTests {
    @Test func `a folder's photos are queued once, by content and in the order of their names`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            try sandbox.folder("team", photos: ["b": 1, "a.txt": 2, "c.jpg": 3])
            try sandbox.write("no photo", to: "team/notes.jpg")
            let first = try await sandbox.run("submit", "--force", "team")
            #expect(first.exit == .status(0))
            #expect(
                first.output.matches(of: /front-professional  (.*)/).map { $0.1 } == [
                    "a.txt", "b", "c.jpg",
                ])
            #expect(
                first.errors.contains("Passed over in team, since they are not photos: notes.jpg."))
            let second = try await sandbox.run("submit", "--force", "team/")
            #expect(second.exit == .status(0))
            #expect(try await sandbox.jobs().count == 3)
        }
    }

    @Test func `each photo of a folder may be a person of its own`() async throws {
        try await Sandbox.offline { sandbox in
            try sandbox.folder("team", photos: ["anna.jpg": 1, "ben.jpg": 1])
            _ = try await sandbox.submit(["team", "--person-from-file-name"])
            #expect(Set(try await sandbox.jobs().map(\.person)) == ["anna", "ben"])
        }
    }

    @Test(arguments: [
        ("list.txt", "team/a.jpg\nteam/b c.jpg\n", []),
        ("list", "team/a.jpg\0team/b c.jpg\0", ["-0"]),
    ])
    func `a list's photos are queued once`(
        name: String, text: String, options: [String]
    ) async throws {
        try await Sandbox.offline { sandbox in
            try sandbox.folder("team", photos: ["a.jpg": 1, "b c.jpg": 2, "d.jpg": 3])
            try sandbox.write(text, to: name)
            for _ in 1...2 { _ = try await sandbox.submit(["--from-file", name] + options) }
            #expect(try await sandbox.jobs().count == 2)
        }
    }

    @Test func `a bad photo in a folder is told and stops no other`() async throws {
        try await Sandbox.offline { sandbox in
            try sandbox.folder("team", photos: ["a.jpg": 1, "c.jpg": 2])
            let broken = PhotoFixture.truncated(try PhotoFixture.landscape(), to: 0.01)
            try broken.write(to: URL(filePath: "\(sandbox.folder)/team/b.jpg"))
            let result = try await sandbox.run("submit", "--force", "team")
            #expect(result.exit == .status(65))
            #expect(result.errors.contains("team/b.jpg"))
            #expect(try await sandbox.jobs().count == 2)
        }
    }

    @Test func `a submit that is killed and run again loses and doubles nothing`() async throws {
        try await Sandbox.offline { sandbox in
            let names = (0..<250).map { ("\($0).jpg", $0) }
            try sandbox.folder("team", photos: Dictionary(uniqueKeysWithValues: names))
            let printed = try await sandbox.running(["submit", "--force", "team"]) { program in
                let line = try await program.waitForOutput("front-professional")
                program.kill()
                _ = try await program.waitForExit()
                return line
            }
            let id = try #require(printed.split(separator: " ").first.map(String.init))
            #expect(try await sandbox.job(id).state == "waiting")
            // Whole transactions are there, however far it came.
            #expect(try await [100, 200, 250].contains(sandbox.jobs().count))
            #expect(Set(try await sandbox.submit(["team"])).count == 250)
            #expect(try await sandbox.jobs().count == 250)
        }
    }
}
