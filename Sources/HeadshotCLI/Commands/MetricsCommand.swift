import Answers
import ArgumentParser
import HeadshotWorker
import JobQueue
import Setup

/// `headshot metrics`: prints figures of the queue for monitoring.
struct MetricsCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "metrics", "Print the queue's figures in the text format of Prometheus.",
        """
        For node_exporter's folder of text files, from cron. No line names a person, a job or a file. Counters \
        never fall, also when jobs are pruned or people forgotten; a restored backup may lower them.
        """,
        examples: ["headshot metrics"], exits: [.disk, .away, .configuration])

    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run(in session: Session) async throws {
        let metrics = try await QueueMetrics(
            reading: session.store, at: session.home.root, budget: session.keptLimits.spend,
            version: ProgramVersion.number, commit: ProgramVersion.commit, now: session.now)
        try Output.write(line: metrics.text)
    }
}
