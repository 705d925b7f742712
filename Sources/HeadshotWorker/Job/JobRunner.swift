import Foundation
import Generation
import JobQueue
import PromptFactory
import Validation

/// A job's life, from a claim to its end.
///
/// Each step hands its result to the next. A step that returns nothing has put the job where it belongs, and the rest is
/// skipped. A file that cannot be used for a reason of its own ends this job alone. What a step throws is the machine's
/// fault, a disk's mostly: the job waits behind the others if nothing was charged, and otherwise stays claimed, and
/// whoever looks next recovers it by how far it came.
struct JobRunner: Sendable {
    let store: JobStore
    let decoders: DecoderPool
    let home: HeadshotHome
    let photos: PhotoStore
    let spool: Spool
    let results: ResultStore
    let prompts: PromptComposer
    /// Whom to ask, by name; the queue hands out no job of a provider that is not among them.
    let providers: [String: any ModelProvider]
    let settings: WorkerSettings
    let environment: WorkerEnvironment
    let progress: ProgressBoard
    let preparer: Preparer
    let places: SendingPlaces
    /// Whose turn it is to look for a model, where none was named.
    let modelTurn = ModelTurn()

    /// Takes a job through its steps.
    ///
    /// Cancellation aborts a transfer at once; what is then known of the money is still written.
    func run(_ claim: Claim) async throws {
        defer { progress.remove(claim.job.id) }
        do {
            try await takeThroughSteps(claim)
        } catch {
            // If this fails, too, the job is taken back once this worker has ended.
            let end = try? await store.release(claim, now: environment.now())
            if let event = end?.event(for: claim.job.id) { environment.report(event) }
            throw error
        }
    }

    private func takeThroughSteps(_ claim: Claim) async throws {
        guard let order = try await readOrder(of: claim) else { return }
        if let charge = claim.answered {
            guard let entry = try await readSpool(charge, for: claim) else { return }
            try await save(PaidAnswer(kept: entry), charge, order, for: claim)
            return
        }
        if claim.job.provider == ProviderKind.local.rawValue {
            guard let made = try await makeHere(order, for: claim) else { return }
            try await save(made.picture, made.making, order, for: claim)
            return
        }
        guard let provider = providers[claim.job.provider] else {
            throw WorkerError.noProvider(name: claim.job.provider)
        }
        guard let model = try await chooseModel(with: provider, for: claim),
            let prepared = try await prepare(order, for: claim),
            let (answer, charge) = try await ask(
                provider, prepared, order, model: model, for: claim)
        else { return }
        try await places.saving { try await save(answer, charge, order, for: claim) }
    }

    /// Asks once, in a place of its own; the answer of what was paid for is kept before the next job gets the place.
    private func ask(
        _ provider: any ModelProvider, _ prepared: Data, _ order: HeadshotOrder,
        model: String, for claim: Claim
    ) async throws -> (PaidAnswer, Charge)? {
        let asked = try await places.sending(now: environment.now) {
            () async throws -> (PaidAnswer, Charge)? in
            guard
                let request = try await startCharge(
                    prepared, order, model: model, with: provider, for: claim),
                let answer = try await generate(request, with: provider, for: claim)
            else { return nil }
            guard try await keep(answer, request.charge, for: claim) else { return nil }
            return (answer, request.charge)
        }
        if let asked { return asked }
        try await settle(claim, Settlement(job: endOfUnsent(claim)))
        return nil
    }

    /// Writes what became of the attempt and tells it; returns whether the job was still ours to write.
    @discardableResult
    func settle(_ claim: Claim, _ settlement: Settlement) async throws -> Bool {
        guard let end = try await store.settle(claim, settlement, now: environment.now()) else {
            environment.report(.lostClaim(claim.job.id))
            return false
        }
        if let event = end.event(for: claim.job.id) { environment.report(event) }
        return true
    }
}

extension JobEnd {
    /// What the worker says of this end; nothing while the job stays with it.
    fileprivate func event(for job: JobID) -> WorkerEvent? {
        switch self {
        case .succeeded: .left(job, .succeeded, reason: "succeeded", detail: nil)
        case .rejected(let reason): .left(job, .rejected, reason: reason, detail: nil)
        case .failed(let reason, let detail):
            .left(job, .failed, reason: reason.rawValue, detail: detail)
        case .cancelled:
            .left(job, .cancelled, reason: CancellationReason.cancelled.rawValue, detail: nil)
        case .uncertain(let reason, let detail):
            .left(job, .uncertain, reason: reason.rawValue, detail: detail)
        case .waits(let reason, _, _, let detail):
            .left(job, .waiting, reason: reason.rawValue, detail: detail)
        case .setBack(let detail):
            .left(job, .waiting, reason: WaitReason.interrupted.rawValue, detail: detail)
        case .saving: nil
        }
    }
}
