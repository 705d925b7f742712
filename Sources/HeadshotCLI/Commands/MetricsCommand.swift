import Answers
import ArgumentParser
import HeadshotWorker
import JobQueue
import Setup

/// `headshot metrics`: prints figures of the queue for monitoring.
struct MetricsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Print the queue's figures in the text format of Prometheus.",
        discussion: """
            For node_exporter's folder of text files, from cron. No line names a person, a job or a file. Counters \
            never fall, also when jobs are pruned or people forgotten; a restored backup may lower them.

            \(HelpText.ending(["headshot metrics"], [.done, .usage, .disk, .configuration]))
            """)

    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home) { session in
            let metrics = try await QueueMetrics(
                reading: session.store, at: session.home.root, budget: session.keptLimits.spend,
                version: ProgramVersion.number, commit: ProgramVersion.commit,
                now: session.configuration.environment.now)
            try Output.write(line: metrics.text)
        }
    }
}
