import Answers
import ArgumentParser
import Companion
import Ground
import HeadshotWorker
import JobQueue
import Setup

/// A command that works in an open queue.
protocol SessionCommand: AsyncParsableCommand {
    var home: HomeOptions { get }

    func run(in session: Session) async throws
}

extension SessionCommand {
    func run() async throws {
        try await Session.run(home) { session in try await run(in: session) }
    }
}

extension Session {
    /// Opens the queue of the options for one command, and prints what it learned about payments.
    ///
    /// - Parameter cap: The limits that options name.
    static func run(
        _ options: HomeOptions, cap: CapOverrides = CapOverrides(), isService: Bool = false,
        _ body: (Session) async throws -> Void
    ) async throws {
        let minutes = Int(clamping: longestWait / .seconds(60))
        try await run(
            options.settings.configuration(), home: options.home, cap: cap, isService: isService,
            waits: { reason in
                let sentence = UserMessage(reason).sentence
                if case .busy = reason { return note("Waiting: \(sentence)") }
                note("\(sentence) Waiting for it, for up to \(minutes) minutes.")
            }
        ) { session in
            if let learned = session.store.reconciliation {
                note(RestoreWords.sentence(of: learned))
            }
            session.store.damagedJobs.report { id in
                note(
                    """
                    Job \(id) is damaged, and was left out. 'headshot doctor --deep' checks the rest of the queue.
                    """)
            }
            // A command shows times in the zone by which the queue counts days.
            try await TimeWords.$zone.withValue(session.keptLimits.timeZone) {
                // A rule in `TZ` is not known as a zone; then no other is named.
                let reader = try? session.configuration.machinesTimeZone()
                try await TimeWords.$reader.withValue(reader) { try await body(session) }
            }
            if !isService, !session.store.damagedJobs.isEmpty { try ExitStatus.disk.end() }
        }
    }

    /// Says what comes next, to a person at a terminal: new jobs are made by a worker, and one may have to be started.
    func sayWhoMakes() async throws {
        guard StandardStream.standardError.isTerminal else { return }
        let isWorker = try await WorkerRoster(store.presence).workers(now: now)
            .contains(where: \.staysForAll)
        note(
            isWorker
                ? "A worker runs, and makes them: 'headshot watch' shows how far they are."
                : "No worker runs: 'headshot drain' makes them now.")
    }

    func record(of space: Space) async throws -> SpaceRecord {
        guard let record = try await store.record(of: space) else {
            throw UserMessage.noSuchSpace(space)
        }
        return record
    }

    /// A space's webhook, and what became of it; `nil` without one.
    func webhook(of space: Space) async throws -> WebhookSummary? {
        try await store.webhooks().first { $0.space == space }
            .flatMap { WebhookSummary($0, now: now) }
    }

    func job(_ name: String) async throws -> (job: Job, charges: [Charge]) {
        guard let id = JobID(name), let found = try await store.job(id) else {
            throw UserMessage.noSuchJob(name)
        }
        return found
    }
}
