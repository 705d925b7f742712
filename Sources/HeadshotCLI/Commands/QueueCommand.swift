import Answers
import ArgumentParser
import Foundation
import JobQueue
import Setup

/// `headshot queue`: what the operator of a queue on a server does.
struct QueueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract:
            "Make a queue on a PostgreSQL server, upgrade it, move one there, or change its limits.",
        discussion: HelpText.ending(
            ["headshot queue migrate", "headshot queue limits --daily-cap 5"],
            [.done, .usage, .tryLater, .configuration]),
        subcommands: [QueueMigrateCommand.self, QueueMoveCommand.self, QueueLimitsCommand.self])
}

/// `headshot queue migrate`: makes or upgrades the tables.
struct QueueMigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract:
            "Make the tables of the queue on the server that HEADSHOT_QUEUE names, or upgrade them.",
        discussion: """
            Needs the rights of the schema's owner; all other commands need no more than to read and write rows.

            \(HelpText.ending(
                ["headshot queue migrate"],
                [.done, .usage, .tryLater, .configuration]))
            """)

    @OptionGroup var output: OutputOptions
    @OptionGroup var settings: SettingsOptions

    func run() async throws {
        guard let place = try settings.configuration().queuePlace() else {
            throw CommandError.noServer
        }
        let hasChanged = try JobStore.migrate(place)
        try Output.print(
            QueueAnswer(queue: place.name, format: JobStore.format, changed: hasChanged),
            asJSON: output.json)
    }
}

private struct QueueAnswer: CommandAnswer {
    let queue: String
    let format: Int
    /// Whether there was something to do.
    let changed: Bool

    var text: String {
        "The queue at \(queue) \(changed ? "is ready" : "was ready before") (format \(format))."
    }
}

/// `headshot queue limits`: changes the limits for all machines.
struct QueueLimitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits",
        abstract: "Change the limits of a queue on a server, for all its machines.",
        discussion: """
            The limits are those of the options and settings here; what neither names becomes the default. Workers with \
            other settings stop within half a minute, and say so.

            \(HelpText.ending(
                ["headshot queue limits --daily-cap 5 --time-zone Europe/Berlin"],
                [.done, .usage, .disk, .tryLater, .configuration]))
            """)

    @OptionGroup var cap: CapOptions
    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home) { session in
            guard session.store.isShared else { throw CommandError.noServer }
            let cap = try session.configuration.cap(self.cap.overrides)
            let now = session.configuration.environment.now
            try await session.store.adopt(cap, isForAll: true, now: now)
            let spend = cap.spend.map { "\(MoneyWords.dollars($0)) a day" } ?? "no budget"
            try Output.write(
                line: """
                    From now on: \(cap.charges) a person a day, \(spend), in \(cap.timeZone.identifier).
                    """)
        }
    }
}
