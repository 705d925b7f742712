import ArgumentParser
import HeadshotWorker
import Setup

/// The program `headshot`.
@main
struct Headshot: AsyncParsableCommand {
    static func main() async {
        // Comes first: a decoding process must start with nothing open.
        let arguments = CommandLine.arguments
        if DecoderService.isMeant(by: arguments) { await DecoderService.run(arguments: arguments) }
        if DrawingService.isMeant(by: arguments) { await DrawingService.run() }
        StandardStream.ignoreBrokenPipes()
        do {
            if let error = UnknownCommand.error(arguments.dropFirst(), below: Self.self) {
                throw error
            }
            var command = try await asyncParseAsRoot()
            for line in Environment.process.unknownVariables { note("headshot: \(line)") }
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            Failure(arguments: arguments).exit(error)
        }
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
                subcommands: [SubmitCommand.self, WorkerCommand.self, DrainCommand.self]),
            CommandGroup(
                name: "Look",
                subcommands: [
                    AnalyzeCommand.self, StatusCommand.self, ListCommand.self, ShowCommand.self,
                    WatchCommand.self, ResultCommand.self, ExportCommand.self, SheetCommand.self,
                    UsageCommand.self,
                    PromptsCommand.self,
                ]),
            CommandGroup(
                name: "Decide",
                subcommands: [
                    CancelCommand.self, RetryCommand.self, ResolveCommand.self, GateCommand.self,
                ]),
            CommandGroup(
                name: "Keep house",
                subcommands: [
                    PruneCommand.self, ForgetCommand.self, BackupCommand.self,
                    RestoreCommand.self, DoctorCommand.self,
                ]),
        ])
}
