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
        "status", "Show how the queue stands: jobs, workers, the gate, today's money.",
        examples: [
            "headshot status", "headshot status --watch", "headshot status --json",
            "headshot status --watch --json",
        ], exits: [.disk, .away, .configuration, .interrupted])

    @Flag(help: "Go on showing it until interrupted; with --json a line for each change.")
    var watch = false

    @OptionGroup(title: CommandHelp.globalTitle) var cap: CapOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await Session.run(home, cap: cap.overrides) { session in
            // Settings that differ are refused at the start; later the queue's limits count, which may change.
            _ = try await session.limits()
            let lines: Watch.LineMaker = { old, new, now in
                guard old?.news != new.news else { return [] }
                return [try AnswerJSON.line(try await Self.answer(new, now, session))]
            }
            let watch = Watch(session, output: .standardOutput, lines: output.json ? lines : nil)
            if self.watch { return try await watch.queue() }
            let now = session.now
            let answer = try await Self.answer(watch.state(), now, session)
            try Output.print(answer, asJSON: output.json)
        }
    }

    private static func answer(
        _ state: LiveState, _ now: Date, _ session: Session
    ) async throws -> StatusAnswer {
        let kinds = try await session.store.usageByKind(cap: try await session.keptLimits, now: now)
        let today = kinds.reduce(Money()) { $0 + $1.usage.today }
        let paid = ProviderOverrides(of: session.configuration.usualPaidProvider)
        return StatusAnswer(
            state, crew: try await WorkerRoster(session.store.presence).workers(now: now),
            host: session.configuration.environment.hostName,
            oldestDue: try await session.store.figures(now: now).oldestDue.values.min(),
            today: today, inFlight: try await session.store.requestsInFlight().money,
            webhooks: try await session.store.webhooks(),
            next: try await session.store.nextRemovals(own: session.configuration.keeping()),
            model: try await session.configuration.expectedModel(session.store, paid),
            hasKey: try session.configuration.hasKey(
                for: session.configuration.usualPaidProvider, paid),
            now: now)
    }
}

/// The state of the queue at one moment.
struct StatusAnswer: CommandAnswer {
    private let state: LiveState
    private let crew: [LivingWorker]
    /// The name of this machine.
    private let host: String
    /// When the job was due that waits the longest; `nil` if none is.
    private let oldestDue: Date?
    private let today: Money
    /// What requests on their way may cost, in millionths of a US dollar; a part of what is unknown.
    private let inFlight: Int
    private let webhooks: [WebhookProblem]
    /// What is removed next, since it was kept for long enough.
    private let next: [NextRemoval]
    private let model: ExpectedModel
    /// Whether the key of its provider is set here.
    private let hasKey: Bool
    private let now: Date

    init(
        _ state: LiveState, crew: [LivingWorker], host: String, oldestDue: Date?, today: Money,
        inFlight: Int, webhooks: [WebhookState],
        next: [NextRemoval],
        model: ExpectedModel, hasKey: Bool, now: Date
    ) {
        self.hasKey = hasKey
        self.next = next
        self.today = today
        self.inFlight = inFlight
        self.webhooks = webhooks.compactMap { WebhookProblem($0, now: now) }
        self.model = model
        self.state = state
        self.crew = crew
        self.host = host
        self.oldestDue = oldestDue
        self.now = now
    }

    /// In seconds: a job that waits for less is about to be taken.
    private static let patience = 60.0

    func encode(to encoder: any Encoder) throws {
        let counts = JobState.allCases.map { ($0.rawValue, state.counts[$0] ?? 0) }
        let running = state.jobs.map { job -> JSONObject in
            [
                "id": job.id, "style": job.style, "photo": job.photo,
                "phase": job.progress?.phase, "sentBytes": job.progress?.sentBytes,
                "totalBytes": job.progress?.totalBytes,
            ]
        }
        try encoder.encode([
            "jobs": Dictionary(uniqueKeysWithValues: counts), "running": running,
            "liveWorkers": crew.count, "workers": crew.map(\.answer),
            "gates": state.gates.compactMap { $0.answer(now: now) },
            "today": MoneyAnswer(today), "inFlightMicroUSD": inFlight, "webhooks": webhooks,
            "oldestDue": oldestDue, "model": model,
            "nextRemovals": next.isEmpty ? nil : next.map(\.answer),
        ])
    }

    var text: String {
        var fields = FieldList()
        fields.add("jobs", state.countsLine)
        for job in state.jobs {
            let phase = job.progress?.words ?? "running"
            fields.add("running", "\(job.id)  \(job.style)  \(job.photo)  \(phase)")
        }
        if let oldestDue, now.timeIntervalSince(oldestDue) > Self.patience {
            let span = TimeWords.span(now.timeIntervalSince(oldestDue))
            fields.add(
                "waiting",
                "the longest since \(TimeWords.moment(oldestDue, now: now)), for \(span)")
        }
        if crew.isEmpty { fields.add("workers", "none") }
        for worker in crew { fields.add("worker", worker.words(from: host, now: now)) }
        let gates = state.gates.compactMap { $0.words(now: now)?.line }
        for line in gates.isEmpty ? ["open"] : gates { fields.add("gate", line) }
        // Without a key, a model's name says nothing.
        if hasKey || model.source != .expected {
            fields.add("model", model.words.replacing(" (", with: "\n("))
        }
        fields.add("today", MoneyAnswer(today).words(inFlight: inFlight))
        for removal in next { fields.add("kept", removal.words(now: now)) }
        for webhook in webhooks {
            fields.add("webhook", "\(webhook.space): \(webhook.sentence) \(webhook.advice)")
        }
        return fields.text
    }
}

extension LivingWorker {
    /// The worker for programs.
    fileprivate var answer: JSONObject {
        [
            "id": id.rawValue, "command": introduction?.command, "host": introduction?.host,
            "process": introduction?.process, "since": introduction?.started,
            "jobs": jobs, "hangsSince": hangsSince,
        ]
    }

    /// What it is, since when, and what it does; its machine only if it is not `host`.
    fileprivate func words(from host: String, now: Date) -> String {
        let name = introduction.map { worker in
            let place = worker.host == host ? "" : " on \(worker.host.printable)"
            return """
                \(worker.command.printable)\(place), process \(worker.process), since \
                \(TimeWords.moment(worker.started, now: now))
                """
        }
        let work =
            hangsSince.map { "has not looked for jobs since \(TimeWords.moment($0, now: now))" }
            ?? (jobs == 0 ? "waits for jobs" : "does \(CountWords.jobs(jobs))")
        return "\(name ?? "\(id)"): \(work)"
    }
}
