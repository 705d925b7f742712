import Answers
import ArgumentParser
import Companion
import Foundation
import HeadshotWorker
import JobQueue
import Setup

/// `headshot status`: prints the state of the queue.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show how the queue stands: jobs, workers, the gate, today's money.",
        discussion: HelpText.ending(
            [
                "headshot status", "headshot status --watch", "headshot status --json",
                "headshot status --watch --json",
            ],
            [.done, .usage, .disk, .configuration, .interrupted]))

    @Flag(help: "Go on showing it until interrupted; with --json a line for each change.")
    var watch = false

    @OptionGroup var cap: CapOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await Session.run(home, cap: cap.overrides) { session in
            // Settings that differ are refused at the start; later the queue's limits count, which may change.
            _ = try await session.limits()
            let lines: Watch.LineMaker = { old, new, now in
                guard old?.news != new.news else { return [] }
                return [try AnswerJSON.line(try await Self.answer(new, now, session))]
            }
            let watch = Watch(
                session, output: .standardOutput, lines: output.json ? lines : nil)
            if self.watch { return try await watch.queue() }
            let now = session.configuration.environment.now
            let answer = try await Self.answer(watch.state(), now, session)
            try Output.print(answer, asJSON: output.json)
        }
    }

    private static func answer(
        _ state: LiveState, _ now: Date, _ session: Session
    ) async throws -> StatusAnswer {
        let usage = try await session.store.usage(
            counting: .headshot, cap: try await session.keptLimits, now: now)
        let today = usage.values.reduce(Money()) { $0 + $1.today }
        return StatusAnswer(
            state, today: today, webhooks: try await session.store.webhooks(),
            model: try await session.configuration.expectedModel(
                session.store,
                ProviderOverrides(of: session.configuration.usualPaidProvider)), now: now,
            wording: \.commandWords)
    }
}
