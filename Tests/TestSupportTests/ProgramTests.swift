import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct ProgramTests {
    let shell = Program(path: "/bin/sh")

    @Test func `a program's output, errors and status are all collected`() async throws {
        let result = try await shell.run(
            ["-c", "cat; echo problem >&2; exit 7"], input: Data("hello".utf8))
        #expect(result.exit == .status(7))
        #expect(result.output == "hello")
        #expect(result.errors == "problem\n")
    }

    @Test func `a megabyte on both outputs does not block the program`() async throws {
        let script = "head -c 1000000 /dev/zero | tr '\\0' x | tee /dev/stderr"
        let result = try await shell.run(["-c", script])
        #expect(result.output.count == 1_000_000)
        #expect(result.errors.count == 1_000_000)
    }

    @Test func `a program sees only the environment it is given`() async throws {
        let result = try await Program(path: "/usr/bin/env").run(environment: ["COLOUR": "grey"])
        let names = result.output.split(separator: "\n").compactMap {
            $0.split(separator: "=").first
        }
        #expect(Set(names) == ["COLOUR", "PATH"])
    }

    @Test func `a program starts in the folder it is given`() async throws {
        let result = try await Program(path: "/bin/pwd").run(folder: "/usr")
        #expect(result.output == "/usr\n")
    }

    @Test func `a signal reaches the program and is reported`() async throws {
        try await shell.withRunning(["-c", "echo ready; exec sleep 1000"]) { program in
            _ = try await program.waitForOutput("ready")
            program.send(SIGTERM)
            #expect(try await program.waitForExit() == .signal(SIGTERM))
        }
    }

    @Test func `a program does not outlive the closure it was started for`() async throws {
        let program = try await shell.withRunning(["-c", "exec sleep 1000"]) { $0 }
        #expect(try await program.waitForExit() == .signal(SIGKILL))
    }

    @Test func `waiting for a line that never comes ends with the program`() async throws {
        try await shell.withRunning(["-c", "echo other"]) { program in
            await #expect(throws: ProgramError.endedEarly(output: "other\n", errors: "")) {
                try await program.waitForOutput("ready")
            }
        }
    }

    @Test func `a program that is not there is an error`() async throws {
        await #expect(throws: ProgramError.notStarted(path: "/no/such", errno: ENOENT)) {
            try await Program(path: "/no/such").run()
        }
    }
}
