import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import HeadshotCLI

@Suite(.timeLimit(.minutes(10)))
struct HelpTests {
    /// A command as it is typed, and its type.
    struct Subject: Sendable, CustomTestStringConvertible {
        let path: [String]
        let command: any ParsableCommand.Type

        var testDescription: String { path.joined(separator: " ") }

        /// The complete help, in lines of 100 columns.
        var help: String { HelpTests.help[testDescription] ?? "" }
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

    /// That of each command; it takes a while to make.
    private static let help = Dictionary(
        uniqueKeysWithValues: subjects.map {
            ($0.testDescription, CommandHelp.complete(of: $0.command, columns: 100))
        })

    @Test(arguments: subjects)
    func `the help of every command is as it was read`(subject: Subject) throws {
        try expectGolden("help-\(subject.path.joined(separator: "-")).txt", subject.help + "\n")
    }

    @Test(
        arguments: subjects.filter {
            ["headshot", "make", "submit", "drain"].contains($0.path.last)
        })
    func `the short help of the first commands is as it was read`(subject: Subject) throws {
        let help = CommandHelp.short(of: subject.command, columns: 100)
        try expectGolden("short-\(subject.path.joined(separator: "-")).txt", help + "\n")
    }

    @Test(arguments: subjects)
    func `the short help fits a screen of 80 columns, and all that it has is in the complete one`(
        subject: Subject
    ) {
        let short = CommandHelp.short(of: subject.command, columns: 80)
        let lines = short.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 45)
        #expect(!short.contains("GLOBAL OPTIONS") && !short.contains("EXIT CODES"))
        #expect(short.contains("'\(subject.path.joined(separator: " ")) --help'"))
        let complete = words(subject.help)
        for line in lines.dropFirst().dropLast() where !line.isEmpty {
            #expect(complete.contains(words(line)), "\(line)")
            #expect(line.count <= 80 || line.hasPrefix("USAGE: "), "\(line)")
        }
    }

    private func words(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test(arguments: subjects)
    func `options that many commands have stand together, behind a command's own`(
        subject: Subject
    ) {
        let help = subject.help
        let sections = help.matches(of: /\n\n([A-Z][A-Z ,-]+):\n/).map { String($0.output.1) }
        #expect(sections.count { $0 == "GLOBAL OPTIONS" } <= 1)
        if sections.contains("GLOBAL OPTIONS") { #expect(sections.last == "GLOBAL OPTIONS") }
        for option in ["--home", "--config", "--base-url", "--api-key-file"] {
            guard let place = help.range(of: "  \(option) ")?.lowerBound else { continue }
            #expect(help[..<place].contains("\n\nGLOBAL OPTIONS:\n"), "\(option)")
        }
    }

    @Test(arguments: [
        (["submit", "-h"], "headshot submit", false),
        (["submit", "a.jpg", "-h"], "headshot submit", false),
        (["submit", "--help"], "headshot submit", true),
        (["help", "gate", "clear"], "headshot gate clear", true),
        (["queue", "limits", "-h"], "headshot queue limits", false), (["-h"], "headshot", false),
        (["help"], "headshot", true), ([], "headshot", false),
        (["gate", "-h"], "headshot gate", false),
    ])
    func `a short flag or nothing asks for the short help, a long one and 'help' for all`(
        arguments: [String], command: String, isComplete: Bool
    ) throws {
        let help = try #require(CommandHelp.text(for: arguments))
        #expect(help.contains("USAGE: \(command) "))
        #expect(help.contains("EXIT CODES") == isComplete)
    }

    @Test(arguments: [["list"], ["submit", "--", "-h"], ["--version"], ["submit", "-y", "a.jpg"]])
    func `other arguments ask for no help`(arguments: [String]) {
        #expect(CommandHelp.text(for: arguments) == nil)
    }

    @Test(
        arguments: subjects.filter { $0.path.count > 1 && $0.command.configuration.shouldDisplay })
    func `every command has an example and its exit codes`(subject: Subject) {
        let help = subject.help
        #expect(help.contains("$ \(subject.path.prefix(2).joined(separator: " "))"))
        #expect(help.contains("EXIT CODES:\n"))
        #expect(help.contains("  0    done"))
    }
}
