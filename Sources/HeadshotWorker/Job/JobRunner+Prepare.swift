import CrashPoints
import Foundation
import JobQueue
import Validation

extension JobRunner {
    /// Reads what the job asks for.
    func readOrder(of claim: Claim) async throws -> HeadshotOrder? {
        if let order = HeadshotOrder(payload: claim.job.payload) { return order }
        try await settle(
            claim,
            Settlement(
                job: .failed(
                    reason: "unknown_order", detail: "written by another version of headshot")))
        return nil
    }

    /// Reads the photo from the store.
    func readPhoto(of claim: Claim) async throws -> Data? {
        progress.set(JobProgress(phase: .preparing), for: claim.job.id)
        if let photo = try await photos.photo(named: claim.job.photo) { return photo }
        try await settle(
            claim,
            Settlement(
                job: .failed(
                    reason: "photo_missing", detail: "the stored photo \(claim.job.photo) is gone"))
        )
        return nil
    }

    /// Decodes the photo, judges it, and makes it small enough to send; free.
    ///
    /// - Returns: The photo as sent.
    func prepare(_ photo: Data, for claim: Claim) async throws -> Data? {
        do {
            return try await inspectAndPrepare(photo, for: claim)
        } catch WorkerError.pictureWork(let detail) {
            // One photo that a library stumbles over must not end the worker for all others.
            try await settle(
                claim, Settlement(job: .failed(reason: "preparation_failed", detail: detail)))
            return nil
        }
    }

    private func inspectAndPrepare(_ photo: Data, for claim: Claim) async throws -> Data? {
        let task = PictureTask.prepare(usesPlanes: true, looks: false)
        let reply = try await decoders.perform(task, on: photo)
        let findings = reply.inspection.findings
        _ = try await store.record(
            facts: reply.inspection.facts.flatMap { JSON.text($0) },
            findings: JSON.text(findings) ?? "[]", for: claim)
        CrashPoint.reach(.factsRecorded)
        guard let prepared = reply.picture else {
            let refusal = findings.first { $0.severity == .refusal }
            let reason = refusal?.rule.rawValue ?? "photo_refused"
            try await settle(claim, Settlement(job: .rejected(reason: reason)))
            return nil
        }
        return try await stopIfCancelled(claim) ? nil : prepared
    }

    /// Before anything is charged, a worker that stops lets its job wait, and a person's cancellation ends it.
    private func stopIfCancelled(_ claim: Claim) async throws -> Bool {
        guard Task.isCancelled else { return false }
        let end = try await endOfUnsent(claim)
        try await settle(claim, Settlement(job: end))
        return true
    }

    /// What becomes of a job whose task was cancelled before anything left: it depends on who cancelled.
    func endOfUnsent(_ claim: Claim) async throws -> JobEnd {
        let job = try await store.job(claim.job.id)?.job
        return job?.isCancelRequested == true
            ? .cancelled : .waits(.interrupted, due: nil, countsAttempt: false)
    }
}
