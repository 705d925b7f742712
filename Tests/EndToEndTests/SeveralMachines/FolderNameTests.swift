import Foundation
import TestSupport
import Testing

/// A queue on a server whose files are in a folder, under host names that change as those of containers do.
@Suite(.timeLimit(.minutes(10)), .needsPostgres)
struct FolderNameTests {
    @Test(
        .needs("a name space for a host name", where: { await canRename() }))
    func `a folder is the queue's own under each host name, and another folder is not`()
        async throws
    {
        let database = try await PostgresClient.newSchema()
        try await Sandbox.withEmulator(answer: "instant") { plain, emulator in
            var sandbox = plain
            sandbox.variables[Sandbox.queueVariable] = database.url
            #expect(try await sandbox.run("queue", "migrate").exit == .status(0))
            let id = try await sandbox.submitOne()
            let drained = try await renamed("first-container", ["drain"], sandbox)
            #expect(drained.exit == .status(0), "\(drained)")
            let status = try await renamed("second-container", ["status"], sandbox)
            #expect(status.exit == .status(0), "\(status)")
            #expect(try await sandbox.job(id).state == "succeeded")
            #expect(try await emulator.ledger().count == 1)

            // The same path on another machine, with nothing in it.
            try FileManager.default.moveItem(
                atPath: sandbox.home, toPath: "\(sandbox.folder)/first")
            let other = try await sandbox.run("status")
            #expect(other.exit == .status(78), "\(other)")
            #expect(other.errors.contains("folder-name"), "\(other.errors)")
            try FileManager.default.removeItem(atPath: sandbox.home)
            // A folder may be moved.
            sandbox.variables["HEADSHOT_HOME"] = "\(sandbox.folder)/first"
            #expect(try await sandbox.run("status").exit == .status(0))
        }
        try await database.dropSchema()
    }

    private func renamed(
        _ name: String, _ arguments: [String], _ sandbox: Sandbox
    ) async throws -> ProgramResult {
        let program = try Program.built("headshot").path
        let script = "hostname \(name) && exec \(program) \(arguments.joined(separator: " "))"
        return try await Program(path: "/usr/bin/unshare").run(
            ["--uts", "sh", "-c", script], environment: sandbox.variables, folder: sandbox.folder)
    }

    private static func canRename() async -> Bool {
        let result = try? await Program(path: "/usr/bin/unshare")
            .run(["--uts", "hostname", "other"])
        return result?.exit == .status(0)
    }
}
