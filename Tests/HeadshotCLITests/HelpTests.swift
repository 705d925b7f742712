import ArgumentParser
import TestSupport
import Testing

@testable import HeadshotCLI

@Suite(.timeLimit(.minutes(1)))
struct HelpTests {
    /// A command as it is typed, and its type.
    struct Subject: Sendable, CustomTestStringConvertible {
        let path: [String]
        let command: any ParsableCommand.Type

        var testDescription: String { path.joined(separator: " ") }
    }

    /// The program and every command below it.
    static let subjects = subjects(below: Headshot.self, path: ["headshot"])

    private static func subjects(
        below command: any ParsableCommand.Type, path: [String]
    ) -> [Subject] {
        let configuration = command.configuration
        let children =
            configuration.ungroupedSubcommands
            + configuration.groupedSubcommands.flatMap(\.subcommands)
        return [Subject(path: path, command: command)]
            + children.flatMap {
                subjects(below: $0, path: path + [$0.configuration.commandName ?? ""])
            }
    }

    @Test(arguments: subjects)
    func `the help of every command is as it was read`(subject: Subject) throws {
        let help = Headshot.helpMessage(for: subject.command, columns: 100)
        try expectGolden("help-\(subject.path.joined(separator: "-")).txt", help + "\n")
    }

    @Test(
        arguments: subjects.filter { $0.path.count > 1 && $0.command.configuration.shouldDisplay })
    func `every command has an example and its exit codes`(subject: Subject) {
        let help = Headshot.helpMessage(for: subject.command, columns: 100)
        #expect(help.contains("$ \(subject.path.prefix(2).joined(separator: " "))"))
        #expect(help.contains("EXIT CODES:\n"))
        #expect(help.contains("  0    done"))
    }
}
