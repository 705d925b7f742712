import ArgumentParser
import Foundation
import HeadshotWorker
import JobQueue

/// `headshot status`: how the queue stands.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show how the queue stands: jobs, workers, the gate, today's money.",
        discussion: HelpText.ending(
            ["headshot status", "headshot status --watch", "headshot status --json"],
            [.done, .usage, .disk, .configuration, .interrupted]))

    @Flag(help: "Go on showing it until interrupted.")
    var watch = false

    @OptionGroup var cap: CapOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if watch, output.json { throw ValidationError("--watch and --json do not go together.") }
    }

    func run() async throws {
        try await Session.run(home) { session in
            let watch = Watch(session, output: .standardOutput)
            if self.watch { return try await watch.queue() }
            let environment = session.configuration.environment
            let usage = try await session.store.usage(
                cap: session.configuration.cap(cap), now: environment.now)
            let today = usage.values.reduce(Money()) { $0 + $1.today }
            let answer = StatusAnswer(
                try await watch.state(), today: today,
                model: try await session.configuration.expectedModel(session.store),
                now: environment.now)
            try Answers.print(answer, asJSON: output.json)
        }
    }
}
