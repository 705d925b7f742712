import ArgumentParser
import Foundation

/// The help of the program and of its commands: all of it for `--help`, what is looked up for `-h`.
enum CommandHelp {
    /// The title of the options that many commands have, which `-h` leaves out.
    static let globalTitle = "Global options"
    static let photoTitle = "Photos"
    static let styleTitle = "What to make"
    static let personTitle = "Person"
    static let filterTitle = "Filters"

    /// The commands that a person with some photos does not need, which `-h` leaves out.
    static let operatorsGroup = "For apps and operators"

    /// What somebody sees who types the program's name alone.
    static let beginning = [
        "Turns photos of people into professional headshots, unattended.", "",
        "  headshot make PHOTO…     make a headshot of each photo now, on this machine and free",
        "  headshot submit PHOTO…   put photos into the queue; says what they cost first",
        "  headshot drain           do the jobs that wait, and say where the headshots are",
        "  headshot status          see what waits, what runs, and what is in the way", "",
        "'headshot -h' lists the commands, and 'headshot doctor' checks the setup.",
    ]

    /// The commands whose options do not fit a screen.
    private static let longCommands: [any ParsableCommand.Type] = [
        MakeCommand.self, SubmitCommand.self, SpaceAddCommand.self, SpaceSetCommand.self,
    ]

    /// The options of these that few people need, which `-h` leaves out.
    private static let rareOptions: Set<Substring> = [
        "--from-file", "--null", "--kind", "--side", "--report", "--require-backdrop", "--space",
        "--key", "--priority", "--not-before", "--force", "--as-many-as-fit", "--version",
        "--new-persons", "--scope", "--shrink-photos", "--plans", "--words", "--streak", "--scores",
        "--hard-moments", "--ask-before-models", "--no-budget", "--no-total-budget", "--no-words",
        "--no-webhook",
    ]

    /// The help that arguments ask for; `nil` if they ask for something else.
    static func text(for arguments: some Collection<String>) -> String? {
        let options = arguments.prefix { $0 != "--" }
        let isHelp = options.first == "help"
        let words = options.dropFirst(isHelp ? 1 : 0).prefix { !$0.hasPrefix("-") }
        let command = Headshot.command(named: words)
        if isHelp || options.contains("--help") { return complete(of: command) }
        return arguments.isEmpty || options.contains("-h") ? short(of: command) : nil
    }

    /// All of a command's help, with the global options behind its own.
    static func complete(of command: any ParsableCommand.Type, columns: Int? = nil) -> String {
        let help = HelpPage(of: command, columns: columns)
        let sections = help.sections.filter { !$0.isGlobal } + help.sections.filter(\.isGlobal)
        return ([help.overview] + sections).joined(separator: "\n\n")
    }

    /// What a command does, and the options that only it has.
    static func short(of command: any ParsableCommand.Type, columns: Int? = nil) -> String {
        let help = HelpPage(of: command, columns: columns)
        let isProgram = command == Headshot.self
        let leftOut = longCommands.contains { $0 == command } ? rareOptions : []
        let sections = help.sections.filter {
            !$0.isGlobal && !$0.isOfOperators && $0 != help.end
        }
        .map { section in
            isProgram && section.isOfCommands
                ? section.inLines : section.short(without: leftOut)
        }
        let name = help.name
        let rest =
            isProgram
            ? """
            '\(name) --help' has all commands, '\(name) COMMAND -h' the options of one.
            """
            : "'\(name) --help' has examples, exit codes, defaults and all options."
        return ([command.configuration.abstract] + sections + [rest]).joined(separator: "\n\n")
    }

    static func exitCodes(_ exits: [CommandExit]) -> String {
        let lines = exits.map { exit in
            let number = String(exit.status.rawValue)
            return "  \(number)\(String(repeating: " ", count: 5 - number.count))\(exit.meaning)"
        }
        return "EXIT CODES:\n\(lines.joined(separator: "\n"))"
    }
}

/// The parts of the help that ArgumentParser writes.
private struct HelpPage {
    /// What the command does, with its examples and exit codes.
    let overview: String
    /// How it is typed, its arguments and its options, each under a heading.
    let sections: [String]
    /// The command as it is typed.
    let name: String

    init(of command: any ParsableCommand.Type, columns: Int?) {
        let help = Headshot.helpMessage(for: command, columns: columns)
        let usage = "\n\nUSAGE: "
        let start = help.range(of: usage)?.lowerBound ?? help.endIndex
        overview = String(help[..<start])
        sections = help[start...].components(separatedBy: "\n\n")
            .map { $0.trimmingCharacters(in: .newlines) }.filter { !$0.isEmpty }
        name = (sections.first ?? "").split(separator: " ").dropFirst()
            .prefix { !"[<-".contains($0.first ?? "-") }.joined(separator: " ")
    }

    /// Where to read on, below the commands of a command.
    var end: String? { sections.last { $0.hasPrefix("  See ") } }
}

extension String {
    fileprivate var isGlobal: Bool {
        hasPrefix("\(CommandHelp.globalTitle.uppercased()):")
    }

    fileprivate var isOfOperators: Bool {
        hasPrefix("\(CommandHelp.operatorsGroup.uppercased()) SUBCOMMANDS:")
    }
}

extension String {
    fileprivate var isOfCommands: Bool { prefix { $0 != "\n" }.hasSuffix("SUBCOMMANDS:") }

    /// A section of commands, one a line: names are shorter than options.
    fileprivate var inLines: String {
        replacing(/\n {4,}/, with: " ")
            .replacing(/\n(  \S+) +/) { "\n\(String($0.output.1).padded(to: 9))  " }
    }

    /// A section without some options, and without defaults and the like, which are in separate lines.
    fileprivate func short(without options: Set<Substring>) -> String {
        var isLeftOut = false
        return split(separator: "\n")
            .filter { line in
                if line.prefix(3).last != " " {
                    let names = line.prefix { $0 != "<" }.split { " ,/".contains($0) }
                    isLeftOut = names.prefix(2).contains(where: options.contains)
                }
                return !isLeftOut && !line.isDiscussion
            }
            .joined(separator: "\n")
    }
}

extension Substring {
    /// Whether it is a line below an option, where ArgumentParser writes what an option's help says beyond the first.
    fileprivate var isDiscussion: Bool { prefix { $0 == " " }.count == 8 }
}

/// An exit code of a command, with what it means there.
struct CommandExit: Sendable {
    let status: ExitStatus
    let meaning: String

    init(_ status: ExitStatus) { self.init(status, status.meaning) }

    private init(_ status: ExitStatus, _ meaning: String) {
        self.status = status
        self.meaning = meaning
    }

    static let photoRefused = CommandExit(.photoRefused)
    static let halted = CommandExit(.halted)
    static let disk = CommandExit(.disk)
    static let away = tryLater("the queue does not answer, or another process holds it")
    static let configuration = CommandExit(.configuration)
    static let interrupted = CommandExit(.interrupted)

    static func badEnds(_ meaning: String) -> CommandExit { CommandExit(.badEnds, meaning) }

    /// - Parameter reason: Why it was not possible now.
    static func tryLater(_ reason: String) -> CommandExit {
        CommandExit(.tryLater, "try later: \(reason)")
    }
}

extension CommandConfiguration {
    /// A command, whose help ends with examples and exit codes.
    ///
    /// - Parameter exits: The codes beside `done` and `usage`, which every command has.
    init(
        _ name: String, _ abstract: String, _ discussion: String? = nil, examples: [String],
        exits: [CommandExit], subcommands: [any ParsableCommand.Type] = [],
        defaultSubcommand: (any ParsableCommand.Type)? = nil
    ) {
        let lines = examples.map { "  $ \($0)" }.joined(separator: "\n")
        let codes = ([CommandExit(.done), CommandExit(.usage)] + exits)
            .sorted { $0.status.rawValue < $1.status.rawValue }
        let parts = [discussion, "EXAMPLES:\n\(lines)", CommandHelp.exitCodes(codes)]
        self.init(
            commandName: name, abstract: abstract,
            discussion: parts.compactMap(\.self).joined(separator: "\n\n"),
            subcommands: subcommands, defaultSubcommand: defaultSubcommand)
    }
}

extension ArgumentHelp {
    /// The help of a value that users call `value`.
    ///
    /// - Parameter usual: What counts where the value is not given.
    init(_ abstract: String, _ value: String, default usual: String? = nil) {
        self.init(abstract, discussion: usual.map { "Default: \($0)." }, valueName: value)
    }
}
