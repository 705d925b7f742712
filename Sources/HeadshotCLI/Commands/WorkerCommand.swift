import ArgumentParser
import HeadshotWorker
import Logging
import Setup
import UnixSignals

/// `headshot worker`: does jobs until it is stopped.
struct WorkerCommand: LoggingCommand {
    static let configuration = CommandConfiguration(
        "worker", "Do jobs as they come, until stopped.",
        """
        The first SIGTERM, SIGINT or SIGHUP lets running requests end, for up to 75 seconds. The second aborts \
        them: a request on its way may have been charged, and its job becomes uncertain.

        Without an API key, the jobs of the provider 'local' are done, and the others wait.
        """,
        examples: ["headshot worker", "headshot worker --concurrency 8 --results /srv/headshots"],
        exits: [.disk, .away, .configuration, .interrupted])

    @OptionGroup var work: WorkOptions
    @OptionGroup(title: CommandHelp.globalTitle) var provider: ProviderOptions
    @OptionGroup(title: CommandHelp.globalTitle) var cap: CapOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run() async throws {
        try await Session.run(home, cap: cap.overrides, isService: true) { session in
            let session = session.saving(in: work.results)
            let setup = try WorkerSetup(
                of: Self.self, session, work, provider: provider,
                limits: try await session.limits(stores: true), rule: .never, logLevel: .info)
            defer { setup.close() }
            if setup.providers.isEmpty { note(KeyWords.missing) }
            if StandardStream.standardError.isTerminal {
                note("Ctrl-C ends this worker once the jobs that it has begun have ended.")
            }
            if try await setup.run(keeps: true) == .sigint { try ExitStatus.interrupted.end() }
        }
    }
}
