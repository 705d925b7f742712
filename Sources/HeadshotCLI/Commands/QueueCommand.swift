import Answers
import ArgumentParser
import Foundation
import JobQueue
import Setup

/// `headshot queue`: the limits of a queue, and what the operator of one on a server does.
struct QueueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "queue",
        "Show or change the limits of the queue; make, upgrade or fill one on a PostgreSQL server.",
        examples: ["headshot queue migrate", "headshot queue limits --daily-cap 5"],
        exits: [.tryLater, .configuration],
        subcommands: [QueueMigrateCommand.self, QueueMoveCommand.self, QueueLimitsCommand.self])
}

/// `headshot queue migrate`: makes or upgrades the tables.
struct QueueMigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "migrate",
        "Make the tables of the queue on the server that HEADSHOT_QUEUE names, or upgrade them.",
        """
        Needs the rights of the schema's owner; all other commands need no more than to read and write rows.
        """,
        examples: ["headshot queue migrate"], exits: [.tryLater, .configuration])

    @OptionGroup var output: OutputOptions
    @OptionGroup var settings: SettingsOptions

    func run() async throws {
        let place = try settings.configuration().queueServer()
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
