import CrashPoints
import Foundation
import Generation
import JobQueue
import PromptFactory
import Transfer

/// A request whose charge is on the disk: it may be sent, once.
struct ChargedRequest: Sendable {
    let request: ModelRequest
    let charge: Charge
    let deadline: ContinuousClock.Instant
}

extension JobRunner {
    /// Writes the charge; only after this may a byte leave the machine.
    func startCharge(
        _ ask: Ask, model: String, for claim: Claim
    ) async throws -> ChargedRequest? {
        let facts = ModelFacts.facts(for: model)
        let draft = ChargeDraft(
            provider: claim.job.provider, model: model,
            estimate: facts.price(of: ask.wants, from: ask.parts),
            bound: facts.bound(of: ask.wants, from: ask.parts),
            prompt: ask.prompt.text, promptVersion: ask.prompt.version)
        // Nothing may be paid for that could not be kept.
        try await spool.checkRoom()
        let began = environment.instant()
        let start = try await store.startCharge(for: claim, draft, now: environment.now())
        let id = claim.job.id
        switch start {
        case .started(let charge):
            CrashPoint.reach(.chargeWritten)
            environment.report(.charged(id, charge: charge.id, model: charge.model))
            guard let deadline = try await permit(for: charge, of: claim, since: began) else {
                return nil
            }
            let request = ModelRequest(
                id: "\(id)-\(charge.id)", model: model, parts: ask.parts, wants: ask.wants)
            return ChargedRequest(request: request, charge: charge, deadline: deadline)
        case .left(let end): report(end, of: claim)
        case .lost:
            environment.report(.lostClaim(id))
        }
        return nil
    }

    /// Asks whether a charge's request may be sent, and until when; `nil` if not, and then the job is settled.
    private func permit(
        for charge: Charge, of claim: Claim, since began: ContinuousClock.Instant
    ) async throws -> ContinuousClock.Instant? {
        // If the ledger does not answer, the charge stays open: the worker that recovers the job asks it about this attempt.
        // A free charge would be followed by the next one, past a request of which the queue knows nothing.
        let permit = try await ledger.permit(
            for: charge, of: claim, since: began, clock: environment.instant)
        switch permit {
        case .granted(let deadline): return deadline
        case .lost: environment.report(.lostClaim(claim.job.id))
        // If it did not come to take the job as well, that is still here.
        case .void: try await settle(claim, Settlement(unsent: charge))
        case .forgotten:
            try await settle(
                claim,
                Settlement(
                    job: .uncertain(reason: .restored, detail: nil),
                    charge: ChargeEnd(id: charge.id, state: .unknown)))
            try await keepHeadshot(of: claim.job.id)
        case .unreadable(let place):
            try await settle(
                claim,
                Settlement(
                    job: .uncertain(reason: .paymentUnreadable, detail: place),
                    charge: ChargeEnd(id: charge.id, state: .unknown)))
        }
        return nil
    }

    /// Asks the provider once, and settles the job if there is nothing to keep.
    ///
    /// - Returns: The paid answer, which must be kept before anything is settled.
    func generate(
        _ charged: ChargedRequest, with provider: ServiceProvider, for claim: Claim
    ) async throws -> PaidAnswer? {
        let id = claim.job.id
        guard environment.instant() < charged.deadline else {
            // This process was stopped for so long that somebody may have decided otherwise.
            try await settle(claim, Settlement(unsent: charged.charge))
            return nil
        }
        let answer = await provider.generate(charged.request) { [progress] step in
            progress.set(JobProgress(step), for: id)
        }
        if case .made(let made) = answer {
            CrashPoint.reach(.answerArrived)
            report(made.receipt, asked: charged.charge.model, for: id)
            let paid = PaidAnswer(made, charged.charge)
            report(paid.entry.header.cost, of: charged.charge)
            return paid
        }
        let unsent = Task.isCancelled ? try await bench.endOfUnsent(claim) : nil
        let verdict = AnswerVerdict(
            claim: claim, charge: charged.charge,
            isModelNamed: settings.models[claim.job.provider] != nil,
            maxAttempts: settings.maxAttempts,
            unsent: unsent,
            now: environment.now(), chance: environment.chance())
        guard let settlement = verdict.settlement(of: answer) else { return nil }
        report(settlement.charge?.cost, of: charged.charge)
        if let paid = PaidAnswer(answer, settlement, charged.charge) {
            CrashPoint.reach(.answerArrived)
            return paid
        }
        if let body = answer.bodyOfUnknownOutcome, !body.bytes.isEmpty {
            // Not in the spool, where it would prove the charge. What keeps it from the disk was reported.
            _ = try? await keepBody(body.bytes, of: charged.charge.id, for: claim)
        }
        try await settle(claim, settlement)
        return nil
    }

    private func report(_ cost: Int?, of charge: Charge) {
        guard let cost, let bound = charge.bound, cost > bound else { return }
        environment.report(
            .costAboveBound(charge.job, model: charge.model, cost: cost, bound: bound))
    }

    private func report(_ receipt: Receipt, asked: String, for id: JobID) {
        guard let answered = receipt.modelAnswered, !ModelFacts.isSame(answered, asked) else {
            return
        }
        environment.report(.modelDiffers(id, asked: asked, answered: answered))
    }
}

extension Settlement {
    /// Of a charge whose request was not sent, and is not going to be.
    fileprivate init(unsent charge: Charge) {
        self.init(
            job: .unsent(.interrupted),
            charge: ChargeEnd(id: charge.id, state: .free))
    }
}

extension JobProgress {
    fileprivate init(_ step: TransferProgress) {
        switch step {
        case .uploading(let sent, let total):
            self.init(phase: .uploading, sentBytes: sent, totalBytes: total)
        case .processing:
            self.init(phase: .processing)
        }
    }
}
