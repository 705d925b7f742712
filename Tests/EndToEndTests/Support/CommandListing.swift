import Foundation
import TestSupport

/// All commands of the program with their options and arguments, as the program itself lists them.
struct CommandListing: Decodable {
    let command: Command

    struct Command: Decodable {
        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Command]?

        /// This command and those below it that do something, each with the words that name it.
        func all(path: [String]) -> [(words: [String], command: Command)] {
            let below = (subcommands ?? []).flatMap { $0.all(path: path + [$0.commandName]) }
            return below.isEmpty ? [(path, self)] : below
        }
    }

    struct Argument: Decodable {
        struct Name: Decodable { let name: String }
        let kind: String
        let names: [Name]?
        let valueName: String?
        let isOptional: Bool?
    }

    /// What the commands need besides options.
    static let operands = [
        "submit": ["a.jpg"], "make": ["a.jpg"], "retry": ["0000000000"], "backup": ["folder"],
        "restore": ["file"],
        "export": ["team"], "forget": ["anna"], "resolve": ["0000000000", "--paid"],
        "invite": ["--space", "shop"],
    ]

    /// The commands, each with the words that name it.
    static func commands(
        _ sandbox: Sandbox
    ) async throws -> [(words: [String], command: Command)] {
        let json = try await sandbox.run("--experimental-dump-help").output
        return try JSONDecoder().decode(Self.self, from: Data(json.utf8)).command.all(path: [])
    }
}
