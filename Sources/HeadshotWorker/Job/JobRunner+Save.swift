import CrashPoints
import Foundation
import Generation
import Ground
import JobQueue
import ObjectStore

extension JobRunner {
    /// Spools an answer, so that no crash can lose what was paid for.
    ///
    /// If the write fails, it is retried while the answer is in memory. What a store elsewhere does not take, this machine
    /// keeps, and the job stays claimed until a worker has brought the answer there. If nothing keeps it, the job fails as
    /// paid, and a headshot is lost. The error is thrown, unless only the answer's own file is unusable.
    ///
    /// - Returns: Whether the answer is kept.
    func keep(_ answer: PaidAnswer, _ charge: Charge, for claim: Claim) async throws -> Bool {
        do {
            try await patiently(for: claim) { () throws(StorageError) in
                try await spool.keep(answer.entry)
            }
        } catch {
            if await spool.isHere(answer.entry) {
                environment.report(.keptHere(claim.job.id))
                throw error
            }
            let lost = Settlement(
                job: .failed(
                    reason: .answerLost,
                    detail: "\(error.isOfStore ? "the store" : "the disk") failed: \(error)"),
                charge: AnswerVerdict.paid(charge, answer.entry.header.receipt), gate: .answered)
            try await settle(claim, answer.settlement ?? lost)
            if case .unusable = error { return false }
            throw error
        }
        CrashPoint.reach(.answerSpooled)
        return true
    }

    /// Writes a paid answer, and retries while that fails.
    private func patiently(
        for claim: Claim, _ keep: () async throws(StorageError) -> Void
    ) async throws(StorageError) {
        // Fifteen seconds in all: long enough for a user's `rm`, short enough for a stop.
        var patience = Patience(
            first: .seconds(1), longest: .seconds(8), pauses: 4, environment.time)
        while true {
            do throws(StorageError) {
                return try await keep()
            } catch .unusable(let place, let detail) {
                // No patience makes the file of that name another.
                throw .unusable(place: place, detail: detail)
            } catch {
                guard patience.isLeft else { throw error }
                environment.report(.cannotKeep(claim.job.id, detail: "\(error)"))
                // Cut short when a stop is requested: then the remaining tries follow at once.
                _ = try? await patience.sleep()
            }
        }
    }

    /// Reads an answer that an earlier worker spooled.
    func readSpool(_ charge: Charge, for claim: Claim) async throws -> Spool.Entry? {
        progress.set(JobProgress(phase: .saving), for: claim.job.id)
        var problem = "the spool is empty"
        do {
            if let entry = try await spool.entry(of: charge.id, for: claim.job.id) { return entry }
            // A queue that had forgotten the charge knows it by another number.
            for answer in try await spool.answers(of: claim.job.id) {
                if let entry = try await spool.entry(of: answer.charge.id, for: answer.job) {
                    return entry
                }
            }
        } catch StorageError.unusable(let path, let detail) {
            problem = "\(path): \(detail)"
        }
        try await settle(
            claim, Settlement(job: .failed(reason: .answerLost, detail: problem)))
        return nil
    }

    /// Settles the charge of a spooled answer, saves it if it is what was wanted, and ends the job.
    func save(
        _ answer: PaidAnswer, _ charge: Charge, by recipe: any Recipe, for claim: Claim
    ) async throws {
        let entry = answer.entry
        progress.set(JobProgress(phase: .saving), for: claim.job.id)
        if let settlement = answer.settlement {
            try await giveUp(entry, settlement, for: claim)
            return
        }
        let paid = ChargeEnd(
            id: charge.id, state: .paid, cost: entry.header.cost,
            receipt: entry.header.receipt?.json)
        switch try await recipe.finish(entry, charge, of: claim, with: bench) {
        case .unusable(let reason, let detail):
            let end = JobEnd.failed(reason: reason, detail: detail)
            try await giveUp(
                entry, Settlement(job: end, charge: paid, gate: .answered), for: claim)
        case .words(let words):
            // In one transaction with the charge: there is no file that a crash could leave without its job.
            let end = Settlement(
                job: .succeeded(outcome: words), charge: paid, gate: .answered)
            guard try await settle(claim, end) else { return }
            CrashPoint.reach(.successWritten)
            try await forget(entry)
        case .product(let product):
            if product.hasOthers {
                // The other pictures were paid for, too. If something else has the name, the headshot is what counts.
                _ = try await keepBody(entry.body, of: charge.id, for: claim)
            }
            let saving = Settlement(job: .saving, charge: paid, gate: .answered)
            // The process that took the job from us finds its answer in the spool.
            guard try await settle(claim, saving) else { return }
            CrashPoint.reach(.savingBegun)
            guard try await keep(product, of: claim, cost: paid.cost) else { return }
            try await forget(entry)
        }
    }

    /// Comes last: until the job has ended, only the spool keeps the answer through a crash.
    private func forget(_ entry: Spool.Entry) async throws {
        do {
            try await spool.remove(entry.header.charge, of: entry.header.job)
        } catch StorageError.unusable(let path, let detail) {
            // The job has ended well; the next worker that starts tries again.
            environment.report(.unusableAnswer(path: "\(path)", detail: detail))
        }
        CrashPoint.reach(.spoolRemoved)
    }

    /// Saves a product's files and ends the job; returns whether the files are there and the job was still ours to end.
    ///
    /// - Parameter cost: What was paid for it.
    func keep(_ product: Product, of claim: Claim, cost: Int? = nil) async throws -> Bool {
        progress.set(JobProgress(phase: .saving), for: claim.job.id)
        let result: SavedResult
        // The limits of what is paid are the cap and the budget.
        let isFree = claim.job.provider == ProviderKind.local.rawValue
        do {
            result = try await results.save(
                product, of: claim.job.id, storedBytes: isFree ? product.size : 0)
        } catch {
            guard case .unusable(let place, let detail) = error else { throw error }
            let end = JobEnd.failed(reason: .resultUnwritable, detail: "\(place): \(detail)")
            try await settle(claim, Settlement(job: end))
            return false
        }
        CrashPoint.reach(.sidecarSaved)
        let end = JobEnd.succeeded(outcome: product.outcome, result: result)
        guard try await settle(claim, Settlement(job: end), cost: cost) else { return false }
        CrashPoint.reach(.successWritten)
        return true
    }

    /// Keeps the body of an answer for inspection; returns `false` if something else has its name.
    func keepBody(_ body: Data, of charge: Int64, for claim: Claim) async throws -> Bool {
        let key = HeadshotHome.keptBody(of: charge, for: claim.job.id)
        do {
            try await patiently(for: claim) { () throws(StorageError) in
                try await home.objects.replace(key, body)
            }
        } catch .unusable {
            return false
        }
        return true
    }

    /// Ends the job of an answer that is not what was wanted; its bytes are kept for inspection.
    private func giveUp(
        _ entry: Spool.Entry, _ settlement: Settlement, for claim: Claim
    ) async throws {
        guard try await keepBody(entry.body, of: entry.header.charge, for: claim) else {
            // Its name is taken by something else: then it stays in the spool.
            try await settle(claim, settlement)
            return
        }
        CrashPoint.reach(.unreadableKept)
        // The worker that took the job from us finds its answer in the spool.
        guard try await settle(claim, settlement) else { return }
        try await forget(entry)
    }
}
