import Answers
import ArgumentParser
import Foundation
import HeadshotWorker
import JobQueue
import ObjectStore
import Setup

/// `headshot queue`: the limits of a queue, and what the operator of one on a server does.
struct QueueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "queue",
        "Show or change the limits of the queue; make, upgrade or fill one on a PostgreSQL server.",
        examples: ["headshot queue migrate", "headshot queue limits --daily-cap 5"],
        exits: [.away, .configuration],
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
        examples: ["headshot queue migrate"], exits: [.away, .configuration])

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var settings: SettingsOptions

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

/// `headshot queue limits`: shows or changes the limits of the queue.
struct QueueLimitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "limits", "Show or change the limits of the queue, for all its processes.",
        """
        Without options, the limits are shown. A limit that no option names stays as it is. The next request of \
        each worker counts by the new limits, and jobs that wait for the cap or a budget are judged anew. Charges \
        keep the day that they were counted for, so a later time zone can begin a new day at once.
        """,
        examples: [
            "headshot queue limits --json",
            "headshot queue limits --daily-cap 5 --time-zone Europe/Berlin",
        ], exits: [.disk, .away, .configuration])

    @Option(help: ArgumentHelp("The most headshots a person a day.", "number"))
    var dailyCap: Int?

    @Option(
        help: ArgumentHelp(
            "The most US dollars a day for all persons together, as '5' or '0.50'.", "dollars"))
    var maxSpendPerDay: Dollars?

    @Flag(help: "Let a day cost any sum.")
    var noBudget = false

    @Option(
        help: ArgumentHelp(
            "The time zone whose midnight begins the day, as 'Europe/Berlin'.", "zone"),
        completion: .custom { _, _, _ in TimeZone.knownTimeZoneIdentifiers })
    var timeZone: TimeZone?

    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let dailyCap, dailyCap < 1 { throw UsageError("--daily-cap must be 1 or more.") }
        if noBudget, maxSpendPerDay != nil {
            throw UsageError("Give --max-spend-per-day or --no-budget, not both.")
        }
    }

    func run() async throws {
        let overrides = CapOverrides(
            dailyCap: dailyCap, maxSpendPerDay: maxSpendPerDay, timeZone: timeZone)
        try await Session.run(home, cap: overrides) { session in
            // A setting that cannot be read is refused, unless an option stands for it.
            _ = try session.configuration.limits(overrides)
            var limits = try await session.keptLimits
            if overrides != CapOverrides() || noBudget {
                limits = try await session.store.changeLimits(
                    orElse: limits, now: session.now, change)
            }
            try Output.print(LimitsAnswer(limits: limits), asJSON: output.json)
            noteDifferences(from: limits, session.configuration)
        }
    }

    /// Warns of settings that contradict the queue: other processes may have the same.
    private func noteDifferences(from limits: DailyCap, _ configuration: Configuration) {
        let end = "Commands with this setting end with 78: change it."
        do {
            for difference in try configuration.limits().differences(from: limits) {
                note("\(difference.sentence) \(end)")
            }
        } catch {
            note("\(UserMessage(error).sentence) \(end)")
        }
    }

    @Sendable private func change(_ limits: inout DailyCap) {
        if let dailyCap { limits.charges = dailyCap }
        if let maxSpendPerDay { limits.spend = maxSpendPerDay.microUSD }
        if noBudget { limits.spend = nil }
        if let timeZone { limits.timeZone = timeZone }
    }
}

private struct LimitsAnswer: CommandAnswer {
    let limits: DailyCap

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "dailyCap": limits.charges, "dailySpendMicroUSD": limits.spend,
            "timeZone": limits.timeZone.name,
        ])
    }

    var text: String {
        let budget = limits.spend.map { "at most \(MoneyWords.dollars($0)) a day" }
        return """
            At most \(limits.charges) headshots a person a day; \(budget ?? "no budget"). Days begin at midnight in \
            \(limits.timeZone.name).
            """
    }
}

/// `headshot queue move`: takes a queue from a home to a server.
struct QueueMoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "move",
        "Move the queue of the home to the server that HEADSHOT_QUEUE names, and its files to the store.",
        """
        Workers and servers must be stopped, and the queue on the server must be empty. Until the move ends, all other \
        commands in this home are turned away. Photos, answers and \
        headshots are copied to the store that HEADSHOT_STORE names, and stay in the home, too. The queue's file is \
        kept as 'queue-moved.sqlite'. A move that was cut short can be run again.
        """,
        examples: ["headshot queue move"],
        exits: [
            .badEnds("you did not agree"), .disk,
            .tryLater("workers or a server are at work, or the queue does not answer"),
            .configuration,
        ])

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run() async throws {
        let configuration = try home.settings.configuration()
        // The home still has its files, and is about to give them away.
        let target = try OpenHome(configuration, home.home)
        defer { target.close() }
        try await Session.run(
            configuration, home: home.home, prepare: { try $0.home.prepare() }
        ) { session in
            _ = try configuration.queueServer()
            let old = HeadshotHome(root: session.home.root)
            guard FileManager.default.fileExists(atPath: old.queue) else {
                throw UserMessage(
                    .usage, "no_queue_to_move", "There is no queue to move in \(old.root).",
                    "Name the old home with --home.")
            }
            let question = "Move the queue in \(old.root) to the server?"
            try Confirmation.demand(question, yes: yes)
            let mover = QueueMover(from: old, to: session.home)
            let move = try await mover.move(
                into: session.store, now: session.now
            ) { done, all in
                if done % 100 == 0 || done == all { note("Files: \(done) of \(all)") }
            } noteStore: {
                _ = try target.noteStore()
            }
            try Output.print(MoveAnswer(move: move), asJSON: output.json)
        }
    }
}

private struct MoveAnswer: CommandAnswer {
    let move: Move

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "jobs": move.rows.jobs, "charges": move.rows.charges, "files": move.files,
            "kept": move.old,
        ])
    }

    var text: String {
        let parts = CountWords.list([
            (move.rows.jobs, "job", "jobs"), (move.rows.charges, "charge", "charges"),
            (move.files, "file", "files"),
        ])
        return "Moved \(parts ?? "an empty queue"). The old queue is kept: \(move.old)"
    }
}
