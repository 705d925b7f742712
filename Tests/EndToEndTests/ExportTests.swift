import Foundation
import TestSupport
import Testing

/// Headshots that are copied out by the built program.
@Suite(.timeLimit(.minutes(10)))
struct ExportTests {
    private func withHeadshots(
        of people: [String], _ body: (Sandbox) async throws -> Void
    ) async throws {
        try await Sandbox.withEmulator(answer: "ok") { sandbox, _ in
            for (seed, person) in people.enumerated() {
                _ = try await sandbox.submit([sandbox.photo(seed: seed), "--person", person])
            }
            #expect(try await sandbox.drain() == 0)
            try await body(sandbox)
        }
    }

    @Test(arguments: ["out", "out.zip"])
    func `headshots are copied byte for byte, and a second run adds what is new`(
        target: String
    ) async throws {
        try await withHeadshots(of: ["anna", "../bert"]) { sandbox in
            let first = try await sandbox.run("export", target, "--person", "anna")
            #expect(first.exit == .status(0), "\(first.errors)")
            #expect(first.output == "Added 1 headshot to \(target).\n")
            let second = try await sandbox.run("export", target)
            #expect(second.output == "Added 1 headshot to \(target); 1 was there before.\n")
            if target.hasSuffix(".zip") {
                let unpacked = try await Program(path: "/usr/bin/env").run(
                    ["unzip", "-q", target, "-d", "out"], folder: sandbox.folder)
                #expect(unpacked.exit == .status(0), "\(unpacked.errors)")
            }
            let jobs = try await sandbox.jobs()
            for (person, stem) in [("anna", "anna"), ("../bert", "_._bert")] {
                let job = try #require(jobs.first { $0.person == person })
                let path = try #require(try await sandbox.job(job.id).result)
                let copy = "\(sandbox.folder)/out/\(stem)-front-professional.png"
                #expect(
                    FileManager.default.contents(atPath: copy)
                        == FileManager.default.contents(atPath: path), "\(copy)")
            }
        }
    }

    @Test func `a headshot that is gone is told, and the others are copied`() async throws {
        try await withHeadshots(of: ["anna", "bert"]) { sandbox in
            let jobs = try await sandbox.jobs()
            let path = try #require(try await sandbox.job(jobs[0].id).result)
            try FileManager.default.removeItem(atPath: path)
            let result = try await sandbox.run("export", "out", "--name", "{job}", "--json")
            #expect(result.exit == .status(1))
            let answer = try JSONDecoder().decode(Exported.self, from: Data(result.output.utf8))
            #expect(answer.added.map(\.file) == ["\(jobs[1].id).png"])
            #expect(answer.failed.map(\.id) == [jobs[0].id])
        }
    }

    @Test(
        .enabled("mounting needs a name space of one's own") { await canMount() },
        arguments: ["full", "full/out.zip"])
    func `on a full disk nothing is lost, and the status says so`(target: String) async throws {
        try await withHeadshots(of: ["anna", "bert"]) { sandbox in
            let program = try Program.built("headshot").path
            let script = """
                mkdir full && mount -t tmpfs -o size=64k none full
                \(program) export \(target) --person anna; echo "first: $?"
                head -c 1M /dev/zero > full/fill
                \(program) export \(target); echo "full: $?"
                rm full/fill; mount -o remount,size=64m full
                \(program) export \(target); echo "cured: $?"
                find full -name '.writing*'
                """
            let result = try await Program(path: "/usr/bin/unshare").run(
                ["-rm", "sh", "-c", script], environment: sandbox.variables, folder: sandbox.folder)
            #expect(
                result.output == """
                    Added 1 headshot to \(target).
                    first: 0
                    full: 74
                    Added 1 headshot to \(target); 1 was there before.
                    cured: 0

                    """, "\(result.errors)")
            #expect(result.errors.contains("No space left on device"))
        }
    }

    /// What the tests read of the JSON of `export`.
    private struct Exported: Decodable {
        struct Copy: Decodable {
            let id: String
            let file: String
        }
        struct Failure: Decodable {
            let id: String
        }
        let added: [Copy]
        let failed: [Failure]
    }
}
