import Foundation
import TestSupport
import Testing

/// What people hand in, and what they do to it afterwards.
@Suite(.timeLimit(.minutes(10)))
struct HostileInputTests {
    @Test func `two people with the same photo get a headshot each, and one of them is forgotten`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let photo = try sandbox.photo()
            let annas = try await sandbox.submit([photo, "--person", "anna"])
            #expect(try await sandbox.drain() == 0)
            let bens = try await sandbox.submit([photo, "--person", "ben"])
            #expect(try await sandbox.run("forget", "anna", "--yes").exit == .status(0))
            #expect(try await sandbox.drain() == 0)
            #expect(try await sandbox.job(bens[0]).state == "succeeded")
            #expect(try await sandbox.run("show", annas[0]).exit == .status(64))
            #expect(try await emulator.ledger().count == 2)
        }
    }

    @Test func `a photo that is replaced or deleted after its submit is the one that is sent`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let first = try sandbox.photo(seed: 1)
            let second = try sandbox.photo(seed: 2)
            let ids = try await sandbox.submit([first, second])
            try sandbox.write("no photo any more", to: first)
            try FileManager.default.removeItem(atPath: "\(sandbox.folder)/\(second)")
            #expect(try await sandbox.drain() == 0)
            for id in ids { #expect(try await sandbox.job(id).state == "succeeded") }
            #expect(try await emulator.ledger().count == 2)
        }
    }

    @Test(arguments: [
        "a/b", "../../up", ".", "-", "a b", "ünï/日本", String(repeating: "x", count: 128),
    ])
    func `a person's id is a name and never a path`(id: String) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            let jobs = try await sandbox.submit([sandbox.photo(), "--person=\(id)"])
            #expect(try await sandbox.drain() == 0)
            let job = try await sandbox.job(jobs[0])
            #expect(job.result?.hasPrefix("\(sandbox.results)/\(jobs[0])-") == true)
            #expect(try await sandbox.jobs().map(\.person) == [id])
            #expect(try await sandbox.run("forget", "--yes", "--", id).exit == .status(0))
            #expect(try await sandbox.jobs().isEmpty)
        }
    }

    @Test(arguments: [
        "a\nb", "a\u{1B}[2Jb", "a\u{202E}b", String(repeating: "x", count: 10_000),
    ])
    func `what is no person's id is refused without being repeated`(id: String) async throws {
        try await Sandbox.offline { sandbox in
            let photo = try sandbox.photo()
            let commands = [
                ["submit", photo, "--person=\(id)"], ["list", "--person=\(id)"],
                ["usage", "--person=\(id)"], ["forget", "--yes", "--", id],
            ]
            for arguments in commands {
                let result = try await sandbox.run(arguments)
                #expect(result.exit == .status(64))
                #expect(result.errors.contains("A person's id has 1 to 128 bytes"))
                #expect(result.errors.count < 500)
            }
            #expect(!FileManager.default.fileExists(atPath: sandbox.home))
        }
    }
}
