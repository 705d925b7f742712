import Decoding
import Foundation
import Generation
import JobQueue

/// A job's life, from a claim to its end.
///
/// Each step passes its result to the next. A step that returns nothing has settled the job, and the rest is skipped. A
/// single unusable file ends only this job. An error that a step throws is the machine's fault, mostly a disk's: the
/// job waits behind the others if nothing was charged. Otherwise it stays claimed, and the next worker that looks
/// recovers it from the step it had reached.
struct JobRunner: Sendable {
    let bench: Workbench
    let spool: Spool
    let results: ResultStore
    /// One for all jobs: it knows whether outcomes are missing.
    let ledger: any Ledger
    let providers: [String: ServiceProvider]
    let lanes: [Lane]
    /// Lets one job at a time look up a provider's model, if none was named.
    let modelTurn = ModelTurn()

    var store: JobStore { bench.store }
    var home: HeadshotHome { bench.home }
    var settings: WorkerSettings { bench.settings }
    var environment: WorkerEnvironment { bench.environment }
    var progress: ProgressBoard { bench.progress }
    var janitor: Janitor { Janitor(store: store, home: home, environment: environment) }

    /// Takes a job through its steps.
    ///
    /// Cancellation aborts a transfer at once; the outcome of its charge is still written.
    func run(_ claim: Claim) async throws {
        defer { progress.remove(claim.job.id) }
        do {
            try await takeThroughSteps(claim)
        } catch {
            // If this fails, too, the job is taken back after this worker has ended.
            let end = try? await store.release(claim, now: environment.now())
            if let end { report(end, of: claim) }
            throw error
        }
        // A photo may go with its last job, and a person's last job with all that is theirs; not so at a terminal.
        if claim.job.person.space != .commandLine {
            try await janitor.finish(results: settings.results)
        }
    }

    /// Makes a job that was parked succeed, if its headshot is there.
    func keepHeadshot(of job: JobID) async throws {
        guard try await results.keepHeadshot(of: job, in: store, now: environment.now()) else {
            return
        }
        environment.report(
            .left(job, .succeeded, reason: JobEnd.succeededReason, detail: nil, nil))
    }

    private func takeThroughSteps(_ claim: Claim) async throws {
        guard let recipe = Recipes.recipe(for: claim.job) else {
            try await settle(claim, Settlement(job: .leftToOthers))
            return
        }
        if let charge = claim.answered {
            guard let entry = try await readSpool(charge, for: claim) else { return }
            return try await save(PaidAnswer(kept: entry), charge, by: recipe, for: claim)
        }
        // A provider and a usable model, before the photo is prepared in vain; a job that is made here needs none.
        var asked: (model: String, provider: ServiceProvider)?
        if claim.job.provider != ProviderKind.local.rawValue {
            guard let provider = providers[claim.job.provider] else {
                throw WorkerError.noProvider(name: claim.job.provider)
            }
            // If there is none now, the job waits.
            guard let model = try await chooseModel(with: provider, for: claim) else { return }
            asked = (model, provider)
        }
        switch try await recipe.prepare(claim, with: bench) {
        case .ends(let end): try await settle(claim, Settlement(job: end))
        case .made(let product): _ = try await keep(product, of: claim)
        case .ask(let ask):
            guard let (model, provider) = asked else {
                throw WorkerError.noProvider(name: claim.job.provider)
            }
            guard let (answer, charge) = try await self.ask(ask, model, provider, for: claim)
            else { return }
            try await slots(of: claim).saving {
                try await save(answer, charge, by: recipe, for: claim)
            }
        }
    }

    private func slots(of claim: Claim) -> SendingSlots {
        let lane = lanes.first { $0.paid.contains { $0.name == claim.job.provider } }
        // A job that is made here has no place, and one that is in none of the lanes is never sent.
        return (lane ?? lanes[0]).slots
    }

    /// Asks once, in its own place; a paid answer is kept before the next job gets the place.
    private func ask(
        _ ask: Ask, _ model: String, _ provider: ServiceProvider, for claim: Claim
    ) async throws -> (PaidAnswer, Charge)? {
        progress.set(JobProgress(phase: .preparing, isReady: true), for: claim.job.id)
        let asked = try await slots(of: claim).sending(claim.job.id, now: environment.now) {
            () async throws -> (PaidAnswer, Charge)? in
            guard
                let request = try await startCharge(ask, model: model, for: claim),
                let answer = try await generate(request, with: provider, for: claim)
            else { return nil }
            guard try await keep(answer, request.charge, for: claim) else { return nil }
            return (answer, request.charge)
        }
        if let asked { return asked }
        try await settle(claim, Settlement(job: bench.endOfUnsent(claim)))
        return nil
    }

    /// Writes and reports the outcome of the attempt; returns whether the job was still ours.
    ///
    /// - Parameter cost: What the attempt cost, if its charge was settled before.
    @discardableResult
    func settle(
        _ claim: Claim, _ settlement: Settlement, cost: Int? = nil
    ) async throws -> Bool {
        guard let end = try await store.settle(claim, settlement, now: environment.now()) else {
            environment.report(.lostClaim(claim.job.id))
            return false
        }
        report(end, of: claim, cost: settlement.charge?.cost ?? cost)
        if let charge = settlement.charge { await ledger.note(charge.id, now: environment.now()) }
        return true
    }

    /// Reports what has become of a job, unless it stays with the worker.
    func report(_ end: JobEnd, of claim: Claim, cost: Int? = nil) {
        let now = environment.now()
        var making: HeadshotMaking?
        if case .succeeded(let outcome, _) = end { making = HeadshotMaking(ofOutcome: outcome) }
        let figures = AttemptFigures(
            provider: claim.job.provider, attempt: claim.job.attempts,
            seconds: max(0, now.timeIntervalSince(claim.job.started ?? now)), cost: cost,
            isSoftened: making?.refusal != nil)
        if let event = end.event(for: claim.job.id, figures) { environment.report(event) }
    }
}

extension JobEnd {
    fileprivate func event(for job: JobID, _ figures: AttemptFigures) -> WorkerEvent? {
        switch self {
        case .succeeded:
            .left(job, .succeeded, reason: JobEnd.succeededReason, detail: nil, figures)
        case .rejected(let reason): .left(job, .rejected, reason: reason, detail: nil, figures)
        case .failed(let reason, let detail):
            .left(job, .failed, reason: reason.rawValue, detail: detail, figures)
        case .cancelled:
            .left(
                job, .cancelled, reason: CancellationReason.cancelled.rawValue, detail: nil, figures
            )
        case .gaveUp(let reason):
            .left(job, .cancelled, reason: reason.rawValue, detail: nil, figures)
        case .uncertain(let reason, let detail):
            .left(job, .uncertain, reason: reason.rawValue, detail: detail, figures)
        case .waits(let reason, _, _, let detail):
            .left(job, .waiting, reason: reason.rawValue, detail: detail, figures)
        case .setBack(let detail):
            .left(job, .waiting, reason: WaitReason.interrupted.rawValue, detail: detail, figures)
        case .saving: nil
        }
    }
}
