import CrashPoints
import Foundation
import JobQueue
import PromptFactory
import Validation

extension JobRunner {
    /// Reads what the job asks for.
    func readOrder(of claim: Claim) async throws -> HeadshotOrder? {
        if let order = HeadshotOrder(payload: claim.job.payload) { return order }
        try await settle(
            claim,
            Settlement(
                job: .failed(
                    reason: .unknownOrder, detail: "written by another version of headshot")))
        return nil
    }

    /// Reads the photo from the store.
    private func read(_ photo: String, of claim: Claim) async throws -> Data? {
        let end: JobEnd
        do {
            if let bytes = try await photos.photo(named: photo) { return bytes }
            end = .failed(reason: .photoMissing, detail: "the stored photo \(photo) is gone")
        } catch WorkerError.unusableFile(let path, let detail) {
            // A bad sector, other permissions, a folder in its place: that must not end the worker for all others.
            end = .failed(reason: .photoUnreadable, detail: "\(path): \(detail)")
        }
        try await settle(claim, Settlement(job: end))
        return nil
    }

    /// Decodes the photo, looks at the face, judges both, and makes the photo small enough to send; free.
    ///
    /// - Returns: The photo as sent.
    func prepare(_ order: HeadshotOrder, for claim: Claim) async throws -> Data? {
        try await look(
            .prepare(usesPlanes: settings.usesPlanes, looks: true), order, for: claim
        ) { $0.findings }?.picture
    }

    /// Decodes the photo, looks at the face, judges both, and makes the headshot itself; free.
    ///
    /// - Returns: The headshot, a JPEG, and how it was made.
    func makeHere(
        _ order: HeadshotOrder, for claim: Claim
    ) async throws -> (picture: Data, making: HeadshotMaking?)? {
        let task = PictureTask.makeHeadshot(
            usesPlanes: settings.usesPlanes, backdrop: order.wantedBackdrop)
        return try await look(task, order, for: claim) { reply in
            let refusal = LocalRule.finding(for: reply.analysis, ordered: order.style.angle)
            return [refusal].compactMap(\.self) + reply.findings
        }
    }

    /// Does a task on the photo, and keeps what was seen and said of it.
    ///
    /// - Returns: The task's picture, and how it was made; nil if the photo was refused.
    private func look(
        _ task: PictureTask, _ order: HeadshotOrder, for claim: Claim,
        judge: (PictureReply) -> [JobFinding]
    ) async throws -> (picture: Data, making: HeadshotMaking?)? {
        guard let photo = claim.job.input else {
            let end = JobEnd.failed(reason: .photoMissing, detail: "the job names no photo")
            try await settle(claim, Settlement(job: end))
            return nil
        }
        do {
            progress.set(JobProgress(phase: .preparing), for: claim.job.id)
            let reply = try await preparer.reply(to: task, on: photo) {
                try await read(photo, of: claim)
            }
            guard let reply,
                let picture = try await picture(of: reply, judge(reply), order, for: claim)
            else { return nil }
            return (picture, reply.making)
        } catch WorkerError.interrupted {
            _ = try await stopIfCancelled(claim)
            return nil
        } catch WorkerError.decoderKilled(let detail) {
            // Not the photo's fault, as far as anyone can tell.
            try await settle(claim, Settlement(job: .setBack(detail: detail)))
            return nil
        } catch WorkerError.pictureWork(let detail) {
            // One photo that a library stumbles over must not end the worker for all others.
            try await settle(
                claim, Settlement(job: .failed(reason: .preparationFailed, detail: detail)))
            return nil
        }
    }

    private func picture(
        of reply: PictureReply, _ findings: [JobFinding], _ order: HeadshotOrder, for claim: Claim
    ) async throws -> Data? {
        try await record(reply, findings, for: claim)
        let refusals = findings.filter { $0.severity == .refusal }
        let standing = refusals.filter { !(order.isForced && $0.isOverridable) }
        // Without a face, there is none to crop around, whatever was forced.
        guard let picture = reply.picture, standing.isEmpty else {
            let refusal = standing.first ?? refusals.first
            try await settle(
                claim, Settlement(job: .rejected(reason: refusal?.rule ?? "photo_refused")))
            return nil
        }
        return try await stopIfCancelled(claim) ? nil : picture
    }

    /// Keeps what was seen and said of the photo with its job.
    private func record(
        _ reply: PictureReply, _ findings: [JobFinding], for claim: Claim
    ) async throws {
        let facts = reply.inspection.facts.map { JobFacts(file: $0, analysis: reply.analysis) }
        _ = try await store.record(
            facts: facts.flatMap { JSON.text($0) }, findings: JSON.text(findings) ?? "[]",
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
