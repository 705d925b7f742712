import Foundation
import TestSupport
import Testing

/// What the documentation tells a new user to type.
@Suite(.timeLimit(.minutes(2)))
struct ReadmeTests {
    @Test(arguments: [true, false])
    func `every command line of the README works, in its order, with a key and without`(
        isKeySet: Bool
    ) async throws {
        let commands = try Self.commands(of: "README.md")
        #expect(commands.contains { $0.hasPrefix("headshot submit ") })
        try await Sandbox.withEmulator { sandbox, _ in
            try FileManager.default.copyItem(
                atPath: "\(repository)/demo", toPath: "\(sandbox.folder)/demo")
            let programs = URL(filePath: try Program.built("headshot").path)
                .deletingLastPathComponent().path(percentEncoded: false)
            var variables = sandbox.variables
            if !isKeySet { variables["GEMINI_API_KEY"] = nil }
            variables["PATH"] = "\(programs):/usr/bin:/bin"
            for command in commands {
                let result = try await Program(path: "/bin/sh").run(
                    ["-c", command], environment: variables, folder: sandbox.folder)
                #expect(result.exit == .status(0), "\(command)\n\(result.errors)")
            }
        }
    }

    /// The lines that begin with a prompt in blocks of the type `console`; other blocks are not for typing.
    private static func commands(of document: String) throws -> [String] {
        let text = try String(contentsOfFile: "\(repository)/\(document)", encoding: .utf8)
        var block: Substring?
        var commands: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                block = block == nil ? line.dropFirst(3) : nil
            } else if block == "console", line.hasPrefix("$ ") {
                commands.append(String(line.dropFirst(2)))
            }
        }
        return commands
    }
}
