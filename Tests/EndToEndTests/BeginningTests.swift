import TestSupport
import Testing

/// What the program says to somebody who types its name alone.
@Suite(.timeLimit(.minutes(10)))
struct BeginningTests {
    @Test func `on a terminal the name alone says which commands matter first`() async throws {
        try await Sandbox.offline { sandbox in
            let program = try Program.built("headshot").path
            let result = try await Program(path: "/usr/bin/script").run(
                ["-qec", program, "/dev/null"], environment: sandbox.variables,
                folder: sandbox.folder)
            #expect(result.exit == .status(0))
            let commands = result.output.matches(of: /(?m)^  headshot (\w+)/).map(\.1)
            #expect(commands == ["make", "submit", "drain", "status"])
            for command in commands {
                #expect(try await sandbox.run(String(command), "--help").exit == .status(0))
            }
        }
    }

    @Test func `a program that runs the name alone gets the list of commands`() async throws {
        try await Sandbox.offline { sandbox in
            let alone = try await sandbox.run([])
            let help = try await sandbox.run("-h")
            #expect(alone.exit == .status(0))
            #expect(alone.output == help.output)
        }
    }
}
