import ArgumentParser
import Foundation
import Setup
import Testing

@testable import HeadshotCLI

/// The table of variables, which settings, documentation and warnings share.
@Suite(.timeLimit(.minutes(10)))
struct VariableTests {
    @Test(
        arguments: [WorkerCommand.self, DrainCommand.self, ServeCommand.self]
            as [any ParsableCommand.Type])
    func `every option of a worker, a drain and a server has a variable, and help names it`(
        command: any ParsableCommand.Type
    ) {
        // They say how a command answers, not what it does.
        let options = Self.options(of: command).filter { $0.option != "--json" }
        #expect(options.count > 8)
        for (option, variable) in options { #expect(variable != nil, "\(option)") }
    }

    @Test func `the documentation lists every variable beside its option, and no other`() throws {
        let page = try String(
            contentsOf: repository.appending(path: "docs/configuration.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }
        let commands: [any ParsableCommand.Type] = [
            SubmitCommand.self, WorkerCommand.self, DrainCommand.self, ServeCommand.self,
        ]
        let options = commands.flatMap(Self.options)
        for variable in Variable.allCases {
            let row = rows.first { $0.contains("`\(variable.rawValue)`") }
            #expect(row != nil, "\(variable.rawValue)")
            for (option, named) in options where named == variable {
                #expect(row?.contains("`\(option)`") == true, "\(variable.rawValue)")
            }
        }
        for name in page.matches(of: /HEADSHOT_[A-Z_]+/).map({ String($0.output) }) {
            #expect(Variable(rawValue: name) != nil, "\(name)")
        }
    }

    /// The options of a command, each with the first variable that its help names.
    private static func options(
        of command: any ParsableCommand.Type
    ) -> [(option: String, variable: Variable?)] {
        let help = Headshot.helpMessage(for: command, columns: 2000)
        let starts = help.matches(of: /\n +(?:-., )?(--[a-z-]+)/)
        let ends = starts.dropFirst().map(\.range.lowerBound) + [help.endIndex]
        return zip(starts, ends).map { start, end in
            let name = help[start.range.upperBound..<end].firstMatch(of: /\$([A-Z_]+)/)
            let variable = name.flatMap { Variable(rawValue: String($0.output.1)) }
            return (String(start.output.1), variable)
        }.filter { !["--help", "--version"].contains($0.option) }
    }

    /// The repository's root.
    private let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
