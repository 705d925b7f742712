import Answers
import ArgumentParser
import Companion
import Foundation
import Generation
import HeadshotWorker
import JobQueue
import Logging
import Setup
import UnixSignals

/// `headshot drain`: does the jobs that are due, and ends; for cron.
struct DrainCommand: LoggingCommand {
    static let configuration = CommandConfiguration(
        "drain", "Do the jobs that are due, then end; for cron.",
        """
        Jobs whose worker died or whose machine failed wait a little, and a drain waits for them. \
        Only one drain runs at a time: another one ends at once with 0. A drain is safe beside a worker.

        On a terminal it shows how the jobs go on.

        Without an API key, the jobs of the provider 'local' are done; if others are left, it ends with \
        \(ExitStatus.configuration.rawValue).
        """,
        examples: [
            "headshot drain", "headshot drain --max-jobs 50 --max-time 10m",
            "headshot drain --wait",
        ],
        exits: [
            .badEnds("some jobs ended badly"), .halted, .disk,
            .tryLater(
                "jobs remain (cooldown, cap, budget, time limit), or the queue does not answer"),
            .configuration, .interrupted,
        ])

    @Option(
        help: ArgumentHelp(
            "Take at most so many jobs.", "number", default: "$HEADSHOT_MAX_JOBS, else all"))
    var maxJobs: Int?

    @Option(
        help: ArgumentHelp(
            "Take no job after so long, as 90s, 10m or 2h; requests on their way end.", "time",
            default: "$HEADSHOT_MAX_TIME, else no limit"))
    var maxTime: TimeSpan?

    @Flag(
        help: ArgumentHelp(
            "Wait for cooldowns and for jobs that are due later, until no job is left.",
            discussion: "Default: whether $HEADSHOT_WAIT is 1."))
    var wait = false

    @OptionGroup var work: WorkOptions
    @OptionGroup(title: CommandHelp.globalTitle) var provider: ProviderOptions
    @OptionGroup(title: CommandHelp.globalTitle) var cap: CapOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let maxJobs, maxJobs < 1 { throw UsageError("--max-jobs must be 1 or more.") }
    }

    func run() async throws {
        try await Session.run(home, cap: cap.overrides) { session in
            let session = session.saving(in: work.results)
            guard let lock = try await DrainLock(session.store.presence) else {
                throw UserMessage(.done, "drain_running", "Another drain is at work.")
            }
            defer { withExtendedLifetime(lock) {} }
            let inbox = StandardStream.standardError.isTerminal ? DisplayInbox() : nil
            let setup = try WorkerSetup(
                of: Self.self, session, work, provider: provider,
                limits: try await session.limits(stores: true),
                rule: try session.configuration.stopRule(
                    maxJobs: maxJobs, maxTime: maxTime,
                    waits: session.configuration.flag(wait, .wait)),
                logLevel: .warning, inbox: inbox)
            defer { setup.close() }
            let signal = try await run(setup, session, inbox)
            let summary = setup.worker.summary
            let waiting = try await session.store.waiting()
            let keyless = try await Self.keyless(setup, session)
            try Output.print(
                DrainAnswer(summary: summary, waiting: waiting, results: session.results),
                asJSON: output.json)
            try await explain(waiting, keyless, session, setup.providers)
            try ExitStatus(
                drain: summary, waiting: waiting,
                waitingForKey: keyless.values.reduce(into: [:]) {
                    $0.merge($1, uniquingKeysWith: +)
                },
                signal: signal
            ).end()
        }
    }

    /// Does the jobs; on a terminal, beside a live display.
    private func run(
        _ setup: WorkerSetup, _ session: Session, _ inbox: DisplayInbox?
    ) async throws -> UnixSignal? {
        guard let inbox else { return try await setup.run() }
        return try await Watch(session, output: .standardError, inbox: inbox)
            .queue { try await setup.run() }
    }

    /// The waiting jobs of the providers whose keys are not set; only of those that have any.
    private static func keyless(
        _ setup: WorkerSetup, _ session: Session
    ) async throws -> [ProviderKind: [WaitReason: Int]] {
        let keyed = setup.providers.map(\.name)
        var keyless: [ProviderKind: [WaitReason: Int]] = [:]
        for kind in ProviderKind.paid where !keyed.contains(kind.rawValue) {
            let waiting = try await session.store.waiting(provider: kind.rawValue)
            if !waiting.isEmpty { keyless[kind] = waiting }
        }
        return keyless
    }

    /// Explains to the operator why jobs are left, and what to do.
    private func explain(
        _ waiting: [WaitReason: Int], _ keyless: [ProviderKind: [WaitReason: Int]],
        _ session: Session, _ providers: [ServiceProvider]
    ) async throws {
        guard !waiting.isEmpty else { return }
        guard !providers.isEmpty else {
            if !keyless.isEmpty { note(KeyWords.missing) }
            return
        }
        for kind in ProviderKind.paid where keyless[kind] != nil {
            note(KeyWords.missing(of: kind))
        }
        let now = session.now
        let cap = try await session.keptLimits
        let tomorrow = TimeWords.until(cap.nextDay(after: now), now: now)
        func wait(_ count: Int, for limit: String, _ until: String) {
            if count > 0 { note("Waiting for \(limit): \(CountWords.jobs(count)), \(until).") }
        }
        wait(
            waiting[.dailyCap, default: 0], for: "the daily cap of \(cap.charges) a person",
            tomorrow)
        var unpaid = waiting[.budget, default: 0]
        if unpaid > 0 {
            for (space, count) in try await session.store.waitingForBudgetInAll() {
                unpaid -= count
                wait(
                    count, for: "the budget in all of the space \(space)",
                    "until 'headshot space set \(space) --total-budget' raises it")
            }
        }
        let budget = cap.spend.map { " of \(MoneyWords.dollars($0))" } ?? ""
        wait(unpaid, for: "the daily budget\(budget)", tomorrow)
        for provider in providers { try await explainGate(of: provider, session, now: now) }
    }

    /// Says what holds up a provider's jobs.
    private func explainGate(
        of provider: ServiceProvider, _ session: Session, now: Date
    ) async throws {
        guard let kind = ProviderKind(rawValue: provider.name) else { return }
        var model = try session.configuration.model(self.provider.overrides.of(kind))
        if model == nil { model = try await session.store.models(of: provider.name).chosen }
        let gates = try await session.store.gates()
        guard let gate = gates.holding(provider.name, model: model, at: now),
            let words = GateWords(gate, now: now)
        else { return }
        note(words.line)
        if let detail = words.detail { note("  The provider said: \(detail)") }
        if gate.isHalted, GateReason(rawValue: gate.reason) == .modelNotFound,
            case .models(let models) = await provider.models()
        {
            note("  Models of this key: \(models.joined(separator: ", "))")
        }
    }
}

/// What a drain did, and which jobs it left.
struct DrainAnswer: CommandAnswer {
    let summary: WorkSummary
    let waiting: [WaitReason: Int]
    /// Where the headshots are: a folder, or a part of the store.
    let results: String

    func encode(to encoder: any Encoder) throws {
        let jobs = summary.jobs.map { ($0.key.rawValue, $0.value) }
        let waiting = waiting.map { ($0.key.rawValue, $0.value) }
        try encoder.encode([
            "jobs": Dictionary(uniqueKeysWithValues: jobs), "ending": summary.ending.rawValue,
            "waiting": Dictionary(uniqueKeysWithValues: waiting), "results": results,
            "softened": summary.softened == 0 ? nil : summary.softened,
        ])
    }

    var text: String {
        let done = JobState.allCases.filter { $0 != .waiting }.compactMap { state in
            summary.jobs[state].map { count in
                let words = "\(count) \(state.rawValue)"
                return state == .succeeded && summary.softened > 0
                    ? "\(words) (\(summary.softened) with the background only softened)" : words
            }
        }
        let left = waiting.values.reduce(0, +)
        let parts = done + (left > 0 ? ["\(left) waiting"] : [])
        guard !parts.isEmpty else { return "No job was due." }
        let place = summary.jobs[.succeeded] == nil ? "" : "; in \(results.printable)"
        return parts.joined(separator: ", ") + place + softenedLine
    }

    /// Names headshots that are second best, as one more line; empty if there are none.
    private var softenedLine: String {
        guard summary.softened > 0 else { return "" }
        let first = summary.firstSoftened.map(\.description).joined(separator: ", ")
        let rest = summary.softened - summary.firstSoftened.count
        let others = rest > 0 ? " and \(rest) more" : ""
        return """

            Only softened: \(first)\(others). 'headshot list --finding headshotBackdrop' says why.
            """
    }
}
