import ArgumentParser
import Foundation
import Ground
import JobQueue
import Setup

/// Finds a word in place of a command that is not one.
enum UnknownCommand {
    /// The error for the program's arguments; `nil` if they begin with a command.
    static func error(
        _ arguments: some Collection<String>, below root: any ParsableCommand.Type
    ) -> UserMessage? {
        var words = arguments.prefix { !$0.hasPrefix("-") }[...]
        var command = root
        var path = [root.configuration.commandName ?? ""]
        if words.first == "help" { words.removeFirst() }
        while let word = words.popFirst() {
            let children = command.children
            guard !children.isEmpty else { return nil }
            guard let child = children.first(where: { $0.name == word }) else {
                let program = path.joined(separator: " ")
                let nearest = NearestWord.of(word, in: children.map(\.name))
                return UserMessage(
                    .usage, "unknown_command", "There is no command '\(program) \(word)'.",
                    nearest.map { "Did you mean '\(program) \($0)'?" }
                        ?? "'\(program) --help' lists the commands.")
            }
            command = child.command
            path.append(word)
        }
        return nil
    }
}

extension ParsableCommand {
    /// The commands below this one, by their names.
    fileprivate static var children: [(name: String, command: any ParsableCommand.Type)] {
        (configuration.ungroupedSubcommands
            + configuration.groupedSubcommands.flatMap(\.subcommands))
            .map { ($0.configuration.commandName ?? "", $0) }
    }

    /// The command that words name, as far as they name one.
    static func command(named words: some Sequence<String>) -> any ParsableCommand.Type {
        var command: any ParsableCommand.Type = self
        for word in words {
            guard let child = command.children.first(where: { $0.name == word }) else { break }
            command = child.command
        }
        return command
    }
}

/// Finds a file whose name would be taken for options: `-dash.jpg` has an `h`, and would print the help.
enum DashedName {
    /// The error for the program's arguments; `nil` if no option among them may be the name of a file.
    static func error(_ arguments: some Sequence<String>) -> UserMessage? {
        // A single letter after the dash is an option, whatever files there are.
        let options = arguments.prefix { $0 != "--" }.filter {
            $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.count > 2 && $0 != "-help"
        }
        if let name = options.first(where: FileManager.default.fileExists(atPath:)) {
            return UserMessage(
                .usage, "dashed_name",
                "The name of this file begins with a dash: \(name.printable)",
                "Put ./ before it: ./\(name.printable)")
        }
        return options.first { $0.contains("h") }.map { word in
            UserMessage(
                .usage, "unknown_option", "There is no option '\(word.printable)'.",
                "Before the name of a file that begins with a dash, put ./")
        }
    }
}
