import Foundation
import JobQueue
import TestSupport

/// Brings the queue to rest and judges it by every promise.
struct Judge {
    let crew: Crew
    private var ground: Ground { crew.ground }
    private var notes: Notes { crew.notes }

    init(_ crew: Crew) { self.crew = crew }

    func scorecard() async throws -> Scorecard {
        let jobs = try await rest()
        try await deliver()
        let ledger = try await ground.emulator.ledger()
        let journal = try JournalEntry.entries(home: ground.home)
        let content = notes.content
        let messages = ground.receivers.mapValues(\.messages)
        let webhooks = WebhookSight(secrets: content.secrets, messages: messages)
        try ageLeftovers(home: ground.home, results: ground.results)
        _ = try await run(["prune"])
        var scorecard = Scorecard()
        scorecard.kills = content.kills
        scorecard.recoveries = content.recoveries.sorted()
        scorecard.jobs = jobs.count
        scorecard.states = Dictionary(grouping: jobs, by: \.state).mapValues(\.count)
        scorecard.requests = ledger.count
        scorecard.cooldowns = ledger.count { $0.answer.hasPrefix("429") }
        scorecard.sort(
            try checkPromises(
                home: ground.home, results: ground.results, printed: content.printed,
                ledger: ledger, cap: Operator.cap, budgets: content.budgets, webhooks: webhooks,
                zone: .gmt, mayWait: true))
        scorecard.stuck = jobs.filter(Self.isUnfinished).map { "\($0.id) is \($0.state)" }
        scorecard.wordless = jobs.filter(Self.isWordless).map { "\($0.id) failed: \($0.reason)" }
        scorecard.premature = Cooldowns(ledger: ledger, clears: content.clears)
            .breaches(in: journal)
        scorecard.raises = content.raises
        scorecard.messages = messages.mapValues(\.count)
        scorecard.badEnds = notes.content.badEnds
        scorecard.badLines = notes.content.badLines
        return scorecard
    }

    /// Lets all that can be done be done, with a provider that is well.
    private func rest() async throws -> [ListedJob] {
        try await ground.emulator.setScenario(#"{"rules":[]}"#)
        try await ground.emulator.release()
        try await Operator(crew: crew).lift()
        let patience = 90
        for second in 0... {
            notes.add { $0.clears.append(Date()) }
            _ = try await run(["gate", "clear"])
            _ = try await run(["drain"])
            let list = try await run(["list", "--json", "--limit", "1000000"])
            let jobs = try ListedJob.jobs(in: list.output)
            guard jobs.contains(where: Self.isUnfinished), second < patience else { return jobs }
            // For the pause before a failed request is tried again.
            try await Task.sleep(for: .seconds(1))
        }
        return []
    }

    /// Lets a server run until the webhooks have received everything.
    private func deliver() async throws {
        let queue = try QueueReader(home: ground.home)
        try await Program.built("headshot").withRunning(
            ["serve", "--listen", "unix:\(ground.socket)"], environment: ground.variables,
            folder: ground.folder
        ) { server in
            let end = ContinuousClock.now + .seconds(60)
            while try await queue.isAnyDeliveryPending(), ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(100))
            }
            server.send(SIGTERM)
            notes.add(try await server.result(), of: ["serve"])
        }
    }

    private func run(_ arguments: [String]) async throws -> ProgramResult {
        let result = try await Program.built("headshot")
            .run(arguments, environment: ground.variables, folder: ground.folder)
        notes.add(result, of: arguments)
        return result
    }

    /// Whether a job failed for what happened to us, and not by a word of the provider, the photo or a person.
    static func isWordless(_ job: ListedJob) -> Bool {
        guard job.state == "failed" else { return false }
        return switch FailureReason(rawValue: job.reason) {
        case .blockedPrompt, .blockedPicture, .noImage, .textOnly, .emptyAnswer, .unreadableAnswer,
            .invalidRequest, .refused, .accountLimited, .serverError, .outcomeUnknown,
            .refusedWords, .preparationFailed, .resolvedPaid, .replaced:
            false
        case .photoMissing, .photoUnreadable, .answerLost, .resultUnwritable, nil: true
        }
    }

    /// Jobs that wait for the next day of a person at the cap are where they belong.
    private static func isUnfinished(_ job: ListedJob) -> Bool {
        job.state == "running" || job.state == "waiting" && job.reason != "daily_cap"
    }
}
