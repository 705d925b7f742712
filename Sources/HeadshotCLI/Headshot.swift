import ArgumentParser
import HeadshotWorker
import JobQueue
import Setup

/// The program `headshot`.
@main
struct Headshot: AsyncParsableCommand {
    static func main() async {
        let arguments = CommandLine.arguments
        StandardStream.ignoreBrokenPipes()
        do {
            if arguments.count == 1, StandardStream.standardOutput.isTerminal {
                for line in HelpText.beginning { try Output.print(line: line) }
                return
            }
            if let error = UnknownCommand.error(arguments.dropFirst(), below: Self.self) {
                throw error
            }
            if let error = DashedName.error(arguments.dropFirst()) { throw error }
            var command = try await asyncParseAsRoot()
            try Notes.follow(command)
            for line in Environment.process.unknownVariables { note("headshot: \(line)") }
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            Failure(arguments: arguments).exit(error)
        }
        ProcessEnd.leave(ExitStatus.done.rawValue)
    }

    static let configuration = CommandConfiguration(
        commandName: "headshot",
        abstract: "Turns photos of people into professional headshots, unattended.",
        discussion: """
            Hand photos in with 'submit'; let 'worker' run, or 'drain' from cron; look with 'status' and 'watch'. \
            No job is lost, no picture is paid for twice, no limit is passed.

            \(HelpText.exitCodes(ExitStatus.allCases))
            """,
        version: ProgramVersion.text,
        groupedSubcommands: [
            CommandGroup(
                name: "Work",
                subcommands: [
                    MakeCommand.self, SubmitCommand.self, WorkerCommand.self, DrainCommand.self,
                    ServeCommand.self,
                ]),
            CommandGroup(
                name: "Look",
                subcommands: [
                    AnalyzeCommand.self, StatusCommand.self, ListCommand.self, ShowCommand.self,
                    WatchCommand.self, ResultCommand.self, ExportCommand.self, SheetCommand.self,
                    UsageCommand.self, MetricsCommand.self, HealthCommand.self, PromptsCommand.self,
                    RemindersCommand.self,
                ]),
            CommandGroup(
                name: "Decide",
                subcommands: [
                    CancelCommand.self, RetryCommand.self, ResolveCommand.self, GateCommand.self,
                ]),
            CommandGroup(
                name: "Keep house",
                subcommands: [
                    SpaceCommand.self, PeopleCommand.self, PruneCommand.self, ForgetCommand.self,
                    BackupCommand.self, RestoreCommand.self, QueueCommand.self,
                    ConfigCommand.self,
                    DoctorCommand.self,
                ]),
        ])
}

/// An error of a command line, which has the name of another in Validation.
typealias UsageError = ArgumentParser.ValidationError

/// What `--version` prints; the commit comes from the build.
enum ProgramVersion {
    /// Set by hand with each release.
    static let number = "0.1.0"

    static let text = """
        headshot \(number) (commit \(commit ?? "unknown"), queue format \(JobStore.format))
        """
}

/// What is said of the program beside the help that ArgumentParser makes.
enum HelpText {
    /// What somebody sees who types the program's name alone.
    static let beginning = [
        "Turns photos of people into professional headshots, unattended.", "",
        "  headshot make PHOTO…     make a headshot of each photo now, on this machine and free",
        "  headshot submit PHOTO…   put photos into the queue; says what they cost first",
        "  headshot drain           do the jobs that wait, and say where the headshots are",
        "  headshot status          see what waits, what runs, and what is in the way", "",
        "'headshot --help' lists all commands, and 'headshot doctor' checks the setup.",
    ]

    static func exitCodes(_ codes: [ExitStatus]) -> String {
        let lines = codes.map { status in
            let number = String(status.rawValue)
            return "  \(number)\(String(repeating: " ", count: 5 - number.count))\(status.meaning)"
        }
        return "EXIT CODES:\n\(lines.joined(separator: "\n"))"
    }
}

extension CommandConfiguration {
    /// A command, whose help ends with examples and exit codes.
    ///
    /// - Parameter exits: The codes beside `done` and `usage`, which every command has.
    init(
        _ name: String, _ abstract: String, _ discussion: String? = nil, examples: [String],
        exits: [ExitStatus], subcommands: [any ParsableCommand.Type] = [],
        defaultSubcommand: (any ParsableCommand.Type)? = nil
    ) {
        let lines = examples.map { "  $ \($0)" }.joined(separator: "\n")
        let codes = ([.done, .usage] + exits).sorted { $0.rawValue < $1.rawValue }
        let parts = [discussion, "EXAMPLES:\n\(lines)", HelpText.exitCodes(codes)]
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
