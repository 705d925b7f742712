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
                for line in CommandHelp.beginning { try Output.print(line: line) }
                return
            }
            if let error = UnknownCommand.error(arguments.dropFirst(), below: Self.self) {
                throw error
            }
            if let error = DashedName.error(arguments.dropFirst()) { throw error }
            if let help = CommandHelp.text(for: arguments.dropFirst()) {
                try Output.write(line: help)
                ProcessEnd.leave(ExitStatus.done.rawValue)
            }
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

            \(CommandHelp.exitCodes(ExitStatus.allCases.map(CommandExit.init)))
            """,
        version: ProgramVersion.text,
        groupedSubcommands: [
            CommandGroup(
                name: "Work",
                subcommands: [
                    MakeCommand.self, SubmitCommand.self, WorkerCommand.self, DrainCommand.self,
                ]),
            CommandGroup(
                name: "Look",
                subcommands: [
                    AnalyzeCommand.self, StatusCommand.self, ListCommand.self, ShowCommand.self,
                    WatchCommand.self, ResultCommand.self, ExportCommand.self, SheetCommand.self,
                    UsageCommand.self,
                ]),
            CommandGroup(
                name: "Decide",
                subcommands: [
                    CancelCommand.self, RetryCommand.self, ResolveCommand.self, GateCommand.self,
                ]),
            CommandGroup(
                name: "Keep house",
                subcommands: [
                    PruneCommand.self, ForgetCommand.self, BackupCommand.self, RestoreCommand.self,
                    ConfigCommand.self, DoctorCommand.self,
                ]),
            CommandGroup(
                name: CommandHelp.operatorsGroup,
                subcommands: [
                    ServeCommand.self, SpaceCommand.self, InviteCommand.self,
                    PeopleCommand.self,
                    RemindersCommand.self, PromptsCommand.self, MetricsCommand.self,
                    HealthCommand.self, QueueCommand.self,
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
