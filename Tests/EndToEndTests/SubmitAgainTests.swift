import Foundation
import TestSupport
import Testing

/// The same photo in the same style for the same person, a second time.
@Suite(.timeLimit(.minutes(10)))
struct SubmitAgainTests {
    /// Gives a sandbox with two photos, and a copy of the first one.
    private func withPhotos(_ body: (Sandbox) async throws -> Void) async throws {
        try await Sandbox.offline { sandbox in
            for (name, seed) in [("a.jpg", 1), ("copy.jpg", 1), ("b.jpg", 2)] {
                try PhotoFixture.landscape(seed: seed)
                    .write(to: URL(filePath: "\(sandbox.folder)/\(name)"))
            }
            try await body(sandbox)
        }
    }

    private func submit(_ arguments: [String], _ sandbox: Sandbox) async throws -> ProgramResult {
        try await sandbox.run(["submit", "--force", "--provider", "gemini"] + arguments)
    }

    @Test(arguments: [["a.jpg"], ["copy.jpg"], ["a.jpg", "--priority", "5"]])
    func `it is refused with the job that was before, unless it is wanted again`(
        second: [String]
    ) async throws {
        try await withPhotos { sandbox in
            let id = try #require(
                try await sandbox.submit(["a.jpg", "--provider", "gemini"]).first)
            let refused = try await submit(second, sandbox)
            #expect(refused.exit == .status(65))
            #expect(refused.output.isEmpty)
            #expect(refused.errors.contains("\(id) (front-professional, waiting)"))
            #expect(refused.errors.contains("--again"))
            #expect(!refused.errors.contains("$"))
            let json = try await submit(second + ["--json"], sandbox).output
            #expect(json.filter { !$0.isWhitespace }.contains(#""earlier_jobs":["\#(id)"]"#))
            let checked = try await submit(second + ["--check-only"], sandbox)
            #expect(checked.exit == .status(65))
            #expect(checked.errors.contains(id))
            #expect(try await sandbox.jobs().count == 1)
            #expect(try await submit(second + ["--again"], sandbox).exit == .status(0))
            #expect(try await sandbox.jobs().count == 2)
        }
    }

    @Test(arguments: [
        ["b.jpg"], ["a.jpg", "--person", "somebody-else"], ["a.jpg", "--space", "shop"],
        ["a.jpg", "--angle", "left"], ["a.jpg", "--background", "casual"],
        ["a.jpg", "--provider", "local"], ["a.jpg", "--key", "order-1"],
    ])
    func
        `another photo, person, space, style or provider, and an order with a key, are another job`(
            second: [String]
        ) async throws
    {
        try await withPhotos { sandbox in
            #expect(try await sandbox.run("space", "add", "shop").exit == .status(0))
            _ = try await sandbox.submit(["a.jpg", "--provider", "gemini"])
            let taken = try await submit(second, sandbox)
            #expect(taken.exit == .status(0), "\(taken.errors)")
            #expect(try await sandbox.jobs().count == 2)
        }
    }

    @Test func `a cancelled job does not count as made already`() async throws {
        try await withPhotos { sandbox in
            let id = try #require(try await sandbox.submit(["a.jpg"]).first)
            #expect(try await sandbox.run("cancel", id).exit == .status(0))
            #expect(try await submit(["a.jpg"], sandbox).exit == .status(0))
        }
    }

    @Test func `of several styles, those that are new are queued`() async throws {
        try await withPhotos { sandbox in
            let id = try #require(
                try await sandbox.submit(["a.jpg", "--provider", "gemini"]).first)
            let all = try await submit(["a.jpg", "--all-styles"], sandbox)
            #expect(all.exit == .status(65))
            #expect(all.errors.contains("\(id) (front-professional, waiting)"))
            #expect(all.errors.contains("5 headshots by"))
            #expect(all.output.split(separator: "\n").count == 5)
            #expect(!all.output.contains("front-professional"))
            #expect(try await sandbox.jobs().count == 6)
        }
    }

    @Test func `a photo that one command names twice has one job, which is said once`() async throws
    {
        try await withPhotos { sandbox in
            let twice = try await submit(["a.jpg", "b.jpg", "copy.jpg"], sandbox)
            #expect(twice.exit == .status(0))
            #expect(twice.output.split(separator: "\n").count == 2)
            #expect(twice.errors.contains("copy.jpg: this photo was named before; it has one job."))
            #expect(twice.errors.contains("2 headshots by"))
            let again = try await submit(["a.jpg", "--again", "copy.jpg"], sandbox)
            #expect(again.output.split(separator: "\n").count == 1)
            #expect(try await sandbox.jobs().count == 3)
        }
    }

    @Test(arguments: [["team", "a.jpg"], ["a.jpg", "team"]])
    func `a photo of a folder that was named alone has one job, too`(order: [String]) async throws {
        try await withPhotos { sandbox in
            try FileManager.default.createDirectory(
                atPath: "\(sandbox.folder)/team", withIntermediateDirectories: false)
            for name in ["copy.jpg", "b.jpg"] {
                try FileManager.default.copyItem(
                    atPath: "\(sandbox.folder)/\(name)", toPath: "\(sandbox.folder)/team/\(name)")
            }
            #expect(try await submit(order, sandbox).exit == .status(0))
            #expect(try await sandbox.jobs().count == 2)
            let folder = try await submit(["team"], sandbox)
            #expect(folder.exit == .status(0))
            #expect(folder.output.matches(of: /queued before/).count == 2)
            #expect(try await submit(["a.jpg"], sandbox).exit == .status(65))
            #expect(try await submit(["team", "--again"], sandbox).exit == .status(64))
            #expect(try await sandbox.jobs().count == 2)
        }
    }

    @Test func `two submits at once make one job`() async throws {
        try await withPhotos { sandbox in
            async let first = submit(["a.jpg"], sandbox)
            async let second = submit(["copy.jpg"], sandbox)
            let ends = [try await first.exit, try await second.exit]
            #expect(ends.count { $0 == .status(0) } == 1, "\(ends)")
            #expect(ends.count { $0 == .status(65) } == 1, "\(ends)")
            #expect(try await sandbox.jobs().count == 1)
        }
    }
}
