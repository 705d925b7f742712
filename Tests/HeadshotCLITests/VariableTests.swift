import ArgumentParser
import Foundation
import Setup
import Testing

@testable import HeadshotCLI

/// The table of variables, which settings, documentation and warnings share.
@Suite(.timeLimit(.minutes(1)))
struct VariableTests {
    @Test(
        arguments: [WorkerCommand.self, DrainCommand.self, ServeCommand.self]
            as [any ParsableCommand.Type])
    func `every option of a worker, a drain and a server has a variable, and help names it`(
        command: any ParsableCommand.Type
    ) {
        let help = Headshot.helpMessage(for: command, columns: 200)
        let options = help.matches(of: /\n +(--[a-z-]+)/).map { String($0.output.1) }
            // They say how a command answers, not what it does.
            .filter { !["--help", "--version", "--json"].contains($0) }
        #expect(options.count > 8)
        for option in options {
            let variables = Variable.allCases.filter { $0.option == option }
            #expect(!variables.isEmpty, "\(option)")
            for variable in variables { #expect(help.contains("$\(variable.rawValue)")) }
        }
    }

    @Test func `the documentation lists every variable beside its option, and no other`() throws {
        let page = try String(
            contentsOf: repository.appending(path: "docs/configuration.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }
        for variable in Variable.allCases {
            let row = rows.first { $0.contains("`\(variable.rawValue)`") }
            #expect(row != nil, "\(variable.rawValue)")
            if let option = variable.option {
                #expect(row?.contains("`\(option)`") == true, "\(variable.rawValue)")
            }
        }
        for name in page.matches(of: /HEADSHOT_[A-Z_]+/).map({ String($0.output) }) {
            #expect(Variable(rawValue: name) != nil, "\(name)")
        }
    }

    /// The repository's root.
    private let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
