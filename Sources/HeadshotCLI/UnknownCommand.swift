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
        found(words).command
    }

    /// The words that name a command, with the program's name before them.
    static func path(of words: some Sequence<String>) -> [String] { found(words).path }

    private static func found(
        _ words: some Sequence<String>
    ) -> (command: any ParsableCommand.Type, path: [String]) {
        var command: any ParsableCommand.Type = self
        var path = [configuration.commandName ?? ""]
        for word in words {
            guard let child = command.children.first(where: { $0.name == word }) else { break }
            command = child.command
            path.append(word)
        }
        return (command, path)
    }
}

/// Finds a word that would be taken for options by mistake: `-dash.jpg` has an `h`, and would print the help; of `-out.zip` as a
/// target nothing would be said but that a target is missing.
enum DashedName {
    /// The options of one letter that commands have.
    static let letters: Set = ["0", "h", "y"]

    /// The error for the program's arguments; `nil` if each word after a dash is an option.
    static func error(_ arguments: some Sequence<String>) -> UserMessage? {
        let words = arguments.prefix { $0 != "--" }.filter {
            $0.hasPrefix("-") && !$0.hasPrefix("--") && $0 != "-" && $0 != "-help"
                // A number is the value of an option.
                && Double($0) == nil
        }
        func isLetter(_ word: String) -> Bool {
            word.count == 2 && letters.contains(String(word.suffix(1)))
        }
        // A single letter after the dash is an option, whatever files there are.
        let others = words.filter { !isLetter($0) }
        if let name = others.first(where: FileManager.default.fileExists(atPath:)) {
            return UserMessage(
                .usage, "dashed_name",
                "The name of this file begins with a dash: \(name.printable)",
                "Put ./ before it: ./\(name.printable)")
        }
        // Letters that are options may stand together; with the help's, somebody meant a word.
        return others.first { word in
            !word.dropFirst().allSatisfy { letters.contains(String($0)) } || word.contains("h")
        }
        .map { word in
            UserMessage(
                .usage, "unknown_option", "There is no option '\(word.printable)'.",
                """
                If it is the name of a file, put ./ before it: ./\(word.printable). Join any other value to its \
                option by =.
                """)
        }
    }
}
