import Foundation
import TestSupport
import Testing

/// Every option of every command, with a value that only a text can be.
// There are more than a hundred options, and a process for each.
@Suite(.timeLimit(.minutes(10)))
struct NotANumberTests {
    private static let value = "NOT A NUMBER"

    /// Kinds of values that any text is one of, as the help names them.
    private static let texts: Set<String> = [
        "file", "folder", "id", "key", "list", "name", "photo", "template", "url",
    ]

    @Test func `an option that is no text refuses one, by its name, and nothing is touched`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let options = try await typedOptions(sandbox)
            #expect(options.count > 30)
            for (command, option) in options {
                let arguments =
                    command + (CommandListing.operands[command[0]] ?? []) + [
                        "--\(option)", Self.value,
                    ]
                let result = try await sandbox.run(arguments)
                #expect(result.exit == .status(64), "\(arguments)")
                #expect(result.errors.contains("'\(Self.value)' is invalid for '--\(option)"))
                #expect(result.output.isEmpty)
            }
            #expect(!FileManager.default.fileExists(atPath: sandbox.home))
        }
    }

    @Test(arguments: ["show", "watch", "cancel", "result", "retry", "resolve --paid"])
    func `what is no job's name is told`(command: String) async throws {
        try await Sandbox.offline { sandbox in
            let words = command.split(separator: " ").map(String.init)
            let result = try await sandbox.run([words[0], Self.value] + words.dropFirst())
            #expect(result.exit == .status(64))
            #expect(result.errors.hasPrefix("headshot: There is no job '\(Self.value)'."))
        }
    }

    @Test(arguments: ["HEADSHOT_DAILY_CAP", "HEADSHOT_MAX_SPEND_PER_DAY", "HEADSHOT_TIME_ZONE"])
    func `a variable that makes no sense is told by its name`(variable: String) async throws {
        try await Sandbox.offline { sandbox in
            var sandbox = sandbox
            sandbox.variables[variable] = Self.value
            for command in ["drain", "worker", "usage", "status"] {
                let result = try await sandbox.run(command)
                #expect(result.exit == .status(78), "\(command): \(result)")
                #expect(result.errors.hasPrefix("headshot: \(variable) is '\(Self.value)'"))
            }
        }
    }

    /// All commands with their options that are not of a text.
    private func typedOptions(
        _ sandbox: Sandbox
    ) async throws -> [(command: [String], option: String)] {
        try await CommandListing.commands(sandbox).flatMap { words, command in
            (command.arguments ?? []).filter {
                $0.kind == "option" && !Self.texts.contains($0.valueName ?? "")
            }.compactMap { $0.names?.first }.map { (words, $0.name) }
        }
    }
}
