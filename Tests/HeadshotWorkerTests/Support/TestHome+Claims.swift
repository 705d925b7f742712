import Foundation
import JobQueue
import TestSupport
import Testing

@testable import Generation
@testable import HeadshotWorker

/// What a worker writes on its way, step by step, for tests that begin where one died.
extension TestHome {
    /// Claims the next job for a worker.
    func claimed(by worker: WorkerID) async throws -> Claim {
        let result = try await store.claim(
            for: worker, token: freshName().rawValue,
            providers: [PaidProvider(name: "gemini", model: testModel)], now: clock.now)
        guard case .claimed(let claim) = result else {
            throw Unexpected(result: "\(result)")
        }
        return claim
    }

    /// Claims the next job and writes its charge.
    func charged(by worker: WorkerID) async throws -> (Claim, Charge) {
        let claim = try await claimed(by: worker)
        let draft = ChargeDraft(
            provider: "gemini", model: testModel, estimate: 39_000, bound: 39_000,
            prompt: "A headshot.", promptVersion: "v1")
        let start = try await store.startCharge(
            for: claim, draft, now: clock.now)
        guard case .started(let charge) = start else { throw Unexpected(result: "\(start)") }
        return (claim, charge)
    }

    /// Asks the ledger for the permit of a charge.
    func permit(for charge: Charge, of claim: Claim) async throws -> Permit {
        try await store.ledger(in: home).permit(for: charge, of: claim, since: .now) { .now }
    }

    /// Claims the next job, writes its charge, and spools an answer.
    func answered(by worker: WorkerID, _ picture: Data) async throws -> (Claim, Charge) {
        let (claim, charge) = try await charged(by: worker)
        // A request leaves only with its permit.
        let permit = try await permit(for: charge, of: claim)
        guard case .granted = permit else { throw Unexpected(result: "\(permit)") }
        try await spool(picture, of: claim, charge)
        return (claim, charge)
    }

    /// Claims the next job for a worker that is killed then.
    func died(_ worker: WorkerID = WorkerID(freshName())) async throws {
        _ = try await claimed(by: worker)
        // Its lock is free, and its file is there.
        try Data().write(to: URL(filePath: "\(home.workers)/\(worker).lock"))
    }

    /// Spools an answer.
    func spool(_ picture: Data, of claim: Claim, _ charge: Charge) async throws {
        let header = Spool.Header(
            job: claim.job.id, charge: charge.id, mimeType: "image/png", text: nil,
            receipt: .init(modelAnswered: charge.model), cost: 38_880)
        try await Spool(home: home).keep(.init(header: header, body: picture))
    }

    /// The queue did not say what a test needs.
    struct Unexpected: Error {
        let result: String
    }
}
