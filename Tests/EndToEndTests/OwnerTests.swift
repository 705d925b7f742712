import Foundation
import Glibc
import TestSupport
import Testing

/// Root and others in a home that a service's user owns.
@Suite(.timeLimit(.minutes(10)), .enabled(if: geteuid() == 0, "only root can give files away"))
struct OwnerTests {
    /// Every command that opens the queue, and so could create one.
    static let commands = [
        ["status"], ["list"], ["submit", "--force", "photo.jpg"], ["drain"], ["worker"],
        ["serve", "--listen", "127.0.0.1:0"], ["space", "add", "shop"], ["usage"], ["prune"],
        ["backup", "--queue-only", "backup.sqlite"], ["restore", "backup.sqlite", "--yes"],
        ["gate", "show"],
        ["forget", "anna", "--yes"],
    ]

    @Test func `root's first command in the home of a service leaves nothing there`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            try FileManager.default.createDirectory(
                atPath: sandbox.home, withIntermediateDirectories: false)
            try #require(unsafe chown(sandbox.home, 1234, 1234) == 0)
            try PhotoFixture.landscape().write(to: URL(filePath: "\(sandbox.folder)/photo.jpg"))
            for command in Self.commands {
                if command[0] == "restore" {
                    try Data("x".utf8).write(to: URL(filePath: "\(sandbox.folder)/backup.sqlite"))
                }
                let result = try await sandbox.run(command)
                #expect(result.exit == .status(78), "\(command): \(result)")
                #expect(result.errors.contains("another user"), "\(command): \(result.errors)")
                #expect(result.errors.contains("sudo -u \\#1234 headshot"), "\(result.errors)")
            }
            let doctor = try await sandbox.run("doctor", "--offline")
            #expect(doctor.exit == .status(78))
            #expect(doctor.output.contains("another user"), "\(doctor.output)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.home) == [])

            // The service's user is let in, and once it has a queue, root is not.
            let program = try Program.built("headshot").path
            try #require(unsafe chmod(sandbox.folder, 0o755) == 0)
            let own = try await Program(path: "/usr/bin/setpriv").run(
                ["--reuid", "1234", "--regid", "1234", "--clear-groups", program, "status"],
                environment: sandbox.variables, folder: sandbox.folder)
            #expect(own.exit == .status(0), "\(own)")
            #expect(try await sandbox.run("status").exit == .status(78))
        }
    }

    @Test func `the owner of a folder with root's queue in it learns how to get it back`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            #expect(try await sandbox.run("status").exit == .status(0))
            try #require(unsafe chown(sandbox.home, 1234, 1234) == 0)
            try #require(unsafe chmod(sandbox.folder, 0o755) == 0)
            let program = try Program.built("headshot").path
            let own = try await Program(path: "/usr/bin/setpriv").run(
                ["--reuid", "1234", "--regid", "1234", "--clear-groups", program, "status"],
                environment: sandbox.variables, folder: sandbox.folder)
            #expect(own.exit == .status(78), "\(own)")
            #expect(own.errors.contains("chown -R 1234 \(sandbox.home)"), "\(own.errors)")
        }
    }
}
