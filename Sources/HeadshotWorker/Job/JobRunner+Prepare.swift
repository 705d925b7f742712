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
        let end: JobEnd
        do {
            if let photo = try await photos.photo(named: claim.job.photo) { return photo }
            end = .failed(
                reason: "photo_missing", detail: "the stored photo \(claim.job.photo) is gone")
        } catch WorkerError.permissionDenied(let path) {
            // Somebody changed this file's rights; that must not end the worker for all others.
            end = .failed(reason: "photo_unreadable", detail: "\(path) may not be read")
        }
        try await settle(claim, Settlement(job: end))
        return nil
    }

    /// Decodes the photo, looks at the face, judges both, and makes the photo small enough to send; free.
    ///
    /// - Returns: The photo as sent.
    func prepare(
        _ photo: Data, _ order: HeadshotOrder, for claim: Claim
    ) async throws -> Data? {
        do {
            return try await lookAndPrepare(photo, order, for: claim)
        } catch WorkerError.interrupted {
            _ = try await stopIfCancelled(claim)
            return nil
        } catch WorkerError.pictureWork(let detail) {
            // One photo that a library stumbles over must not end the worker for all others.
            try await settle(
                claim, Settlement(job: .failed(reason: "preparation_failed", detail: detail)))
            return nil
        }
    }

    private func lookAndPrepare(
        _ photo: Data, _ order: HeadshotOrder, for claim: Claim
    ) async throws -> Data? {
        let task = PictureTask.prepare(usesPlanes: settings.usesPlanes, looks: true)
        let reply = try await decoders.perform(task, on: photo)
        try await record(reply, for: claim)
        let refusal = reply.findings.first { $0.severity == .refusal }
        // Force overrides what is said of the face; a photo that could not be prepared stays refused.
        guard let prepared = reply.picture, refusal == nil || order.isForced else {
            try await settle(
                claim, Settlement(job: .rejected(reason: refusal?.rule ?? "photo_refused")))
            return nil
        }
        return try await stopIfCancelled(claim) ? nil : prepared
    }

    /// Keeps what was seen and said of the photo with its job.
    func record(_ reply: PictureReply, for claim: Claim) async throws {
        let facts = reply.inspection.facts.map { JobFacts(file: $0, analysis: reply.analysis) }
        _ = try await store.record(
            facts: facts.flatMap { JSON.text($0) }, findings: JSON.text(reply.findings) ?? "[]",
            for: claim)
        CrashPoint.reach(.factsRecorded)
    }

    /// Before anything is charged, a worker that stops lets its job wait, and a person's cancellation ends it.
    func stopIfCancelled(_ claim: Claim) async throws -> Bool {
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
