import Answers
import ArgumentParser
import Foundation
import HeadshotWorker
import JobQueue
import Setup

/// `headshot metrics`: tells monitoring how the queue does.
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
            let configuration = session.configuration
            let now = configuration.environment.now
            let metrics = QueueMetrics(
                try await session.store.figures(now: now),
                gates: try await session.store.gates(),
                workers: await WorkerRoster(home: session.home).living().count,
                budget: try configuration.cap(CapOverrides()).spend,
                freeBytes: HomeChecks(home: session.home).freeBytes,
                queueBytes: Self.queueBytes(in: session.home),
                version: ProgramVersion.number, commit: ProgramVersion.commit ?? "unknown", now: now
            )
            try Output.write(line: metrics.text)
        }
    }

    private static func queueBytes(in home: HeadshotHome) -> Int64 {
        ["queue.sqlite", "queue.sqlite-wal"].reduce(0) { sum, name in
            let path = "\(home.root)/\(name)"
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            return sum + ((attributes?[.size] as? NSNumber)?.int64Value ?? 0)
        }
    }
}
