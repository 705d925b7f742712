import Answers
import ArgumentParser
import Foundation
import JobQueue
import Setup

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
        ], exits: [.disk, .tryLater, .configuration])

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

    @OptionGroup var home: HomeOptions
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
