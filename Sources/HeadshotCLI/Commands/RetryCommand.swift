import Answers
import ArgumentParser
import HeadshotWorker
import JobQueue
import PromptFactory
import Setup

/// `headshot retry`: queues new jobs for the same photos.
struct RetryCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "retry", "Make another headshot of a job's photo, in the same style or another.",
        """
        A new job is queued and its id printed; of several jobs, each with the job that it repeats. It is paid \
        like any other of its provider: its cost is shown, and you are asked with --all, and above $1. A job \
        whose request may have been charged is repeated only with --accept-possible-charge, since that can mean \
        to pay twice. A job that cannot be repeated stops no other.

        With --all, failed jobs are meant where no --state is given, and a job that was repeated before is left \
        out: the same command can be run again.
        """,
        examples: [
            "headshot retry 7m2kq4x0ab", "headshot retry 7m2kq4x0ab --background casual",
            "headshot retry 7m2kq4x0ab --by gemini",
            "headshot retry 7m2kq4x0ab --accept-possible-charge",
            "headshot retry --all --reason server_error --day 2026-11-21",
        ],
        exits: [
            .badEnds("a job cannot be repeated, or you did not agree"), .disk, .away,
            .configuration,
        ])

    @OptionGroup var chosen: JobChoiceOptions

    @Option(help: "Another angle. Default: the job's own.")
    var angle: Angle?

    @Option(help: "Another background. Default: the job's own.")
    var background: Background?

    @Option(help: "Another provider to make it. Default: the job's own.")
    var by: ProviderKind?

    @Flag(help: "Repeat uncertain jobs too, though their requests may have been charged.")
    var acceptPossibleCharge = false

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func validate() throws {
        try chosen.filter.mustBe(in: JobState.ended, toBe: "repeated")
        if chosen.filter.state.contains(.uncertain), !acceptPossibleCharge {
            throw UsageError("--state uncertain goes with --accept-possible-charge.")
        }
        if !chosen.jobs.isEmpty, chosen.filter.provider != nil {
            throw UsageError("--provider is a filter; --by names another provider.")
        }
    }

    func run(in session: Session) async throws {
        try await session.takeBackOrphans()
        let jobs = try await ChosenJobs(
            chosen, states: acceptPossibleCharge ? [.failed, .uncertain] : [.failed],
            isUnrepeated: true,
            // Another job takes an uncertain one's place in the ledger, too.
            batch: acceptPossibleCharge ? JobStore.paymentBatch : JobStore.batch, in: session)
        try await demandConsent(to: jobs, session)
        let quotes = try await session.quotes()
        var isAnyNew = false
        try await DecisionReport.answer(on: jobs, asJSON: output.json) { batch, report in
            if try await repeatJobs(batch, quotes, &report, session) { isAnyNew = true }
        }
        if isAnyNew, !output.json { try await session.sayWhoMakes() }
    }

    /// Repeats those of some jobs that can be repeated, and reports each; returns whether there is a new job.
    private func repeatJobs(
        _ jobs: [Job], _ quotes: [ProviderKind: Quote], _ report: inout DecisionReport,
        _ session: Session
    ) async throws -> Bool {
        // Who named a single job knows which one is repeated.
        let isOne = chosen.jobs.count == 1
        var repetitions: [Repetition] = []
        for job in try await report.adoptingAnswers(of: jobs, isOne: isOne, in: session) {
            if let obstacle = try await session.obstacle(
                to: job, acceptsCharge: acceptPossibleCharge)
            {
                report.refuse(
                    job.id, job.state, try await UserMessage(obstacle, to: job, in: session))
            } else {
                repetitions.append(
                    session.repetition(of: job, style: style(of: job), by: by, quotes: quotes))
            }
        }
        var isAnyNew = false
        for (job, result) in try await session.submit(repetitions, once: chosen.all) {
            if case .resolved(let new?) = result {
                isAnyNew = true
                let state = job.state == .uncertain ? .failed : job.state
                let text = isOne ? "\(new)" : "\(new)  repeats \(job.id)"
                report.did(job.id, state, newJob: new, text)
            } else {
                report.refuse(job.id, result)
            }
        }
        return isAnyNew
    }

    /// The ordered style, completed by the job's own; `nil` to repeat the job unchanged.
    private func style(of job: Job) -> Style? {
        guard job.kind == .headshot, angle != nil || background != nil else { return nil }
        let own = HeadshotOrder(payload: job.payload)?.style
        return Style(
            angle: angle ?? own?.angle ?? .front,
            background: background ?? own?.background ?? .professional)
    }

    private func demandConsent(to jobs: ChosenJobs, _ session: Session) async throws {
        let repeatable = jobs.counts.filter {
            RepeatObstacle($0.state, acceptsCharge: acceptPossibleCharge) == nil
        }
        let cost = try await RequestCost(repeatable, by: by, models: session.expectedModels())
        let lines = ["To make again: \(cost.words)."] + (try await placeLines(of: jobs, session))
        let summary = lines.joined(separator: "\n")
        if chosen.all || cost.isLarge {
            try Confirmation.demand(for: jobs, summary, yes: yes)
        } else if !repeatable.isEmpty {
            note(summary)
        }
    }

    /// What is left of the day's places for those that are paid, and when the last can be made.
    private func placeLines(of jobs: ChosenJobs, _ session: Session) async throws -> [String] {
        var paid: [ProviderKind: [Person: Int]] = [:]
        for (person, count) in try await jobs.headshotsOfPersons() {
            guard RepeatObstacle(count.state, acceptsCharge: acceptPossibleCharge) == nil,
                let maker = by ?? ProviderKind(rawValue: count.provider), maker.isPaid
            else { continue }
            paid[maker, default: [:]][person, default: 0] += count.jobs
        }
        var lines: [String] = []
        for (maker, persons) in paid.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let asked = ProviderOverrides(of: maker)
            // A budget is of one space.
            let spaces = Dictionary(grouping: persons) { $0.key.space }
            for (_, persons) in spaces.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                let forecast = try await Forecast(
                    reading: Dictionary(uniqueKeysWithValues: persons.map { ($0.key, $0.value) }),
                    by: maker, in: session.store,
                    model: session.configuration.expectedModel(session.store, asked),
                    isKeySet: session.configuration.hasKey(for: maker, asked),
                    limits: session.limits(), now: session.now)
                lines += forecast.placeLines(now: session.now)
            }
        }
        return lines
    }
}

extension UserMessage {
    /// Why a job is not made again.
    fileprivate init(
        _ obstacle: RepeatObstacle, to job: Job, in session: Session
    ) async throws {
        let id = job.id
        switch obstacle {
        case .notEnded:
            self.init(
                .badEnds, "not_ended",
                "Job \(id) is \(job.state.rawValue); it can be repeated once it has ended.",
                "'headshot cancel \(id)' cancels it.")
        case .askedOnce:
            self.init(
                .badEnds, "asked_once", "Job \(id) asked a model for words, and that is done once.",
                "The words that were there before stand.")
        case .mayBeCharged:
            let charges = try await session.job(id.description).charges
            self.init(
                .badEnds, "may_be_charged",
                "Job \(id) may have been charged; repeating it could pay twice.",
                NextStep.resolve(id, isPaid: charges.contains { $0.state == .paid }))
        case .photoGone:
            self.init(
                .badEnds, "photo_gone", "The photo of job \(id) is not in the store any more.",
                "'headshot submit' takes it again.")
        }
    }
}
