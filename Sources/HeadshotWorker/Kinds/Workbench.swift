import CrashPoints
import Foundation
import Ground
import JobQueue
import ObjectStore
import PromptFactory
import Validation

/// What recipes work with.
struct Workbench: Sendable {
    let store: JobStore
    let decoders: DecoderPool
    let photos: PhotoStore
    let prompts: PromptComposer
    let preparer: Preparer
    let progress: ProgressBoard
    let settings: WorkerSettings
    let environment: WorkerEnvironment
    let analysisFiles: AnalysisFiles

    /// Does a task on one of a job's photos.
    ///
    /// A photo that cannot be read, and one that a library fails over, end the job; a decoder that was ended from outside
    /// puts it behind the others.
    func look(
        _ task: PictureTask, at photo: String?, of claim: Claim
    ) async throws -> Step<PictureReply> {
        guard let photo else {
            return .ends(.failed(reason: .photoMissing, detail: "the job names no photo"))
        }
        progress.set(JobProgress(phase: .preparing), for: claim.job.id)
        do {
            let reply = try await preparer.reply(to: task, on: photo) {
                try await photos.photo(named: photo)
            }
            guard let reply else {
                return .ends(
                    .failed(reason: .photoMissing, detail: "the stored photo \(photo) is gone"))
            }
            return .goesOn(reply)
        } catch StorageError.unusable(let path, let detail) {
            // A bad sector, other permissions, a folder in its place: that must not end the worker for all others.
            return .ends(.failed(reason: .photoUnreadable, detail: "\(path): \(detail)"))
        } catch WorkerError.interrupted {
            return .ends(try await endOfUnsent(claim))
        } catch WorkerError.decoderKilled(let detail) {
            // Not the photo's fault, as far as anyone can tell.
            return .ends(.setBack(detail: detail))
        } catch WorkerError.pictureWork(let detail) {
            // One photo that a library stumbles over must not end the worker for all others.
            return .ends(.failed(reason: .preparationFailed, detail: detail))
        }
    }

    /// Keeps what was seen and said of the photo with its job.
    func record(
        _ reply: PictureReply, _ findings: [Finding], for claim: Claim
    ) async throws {
        let facts = reply.inspection.facts.map { JobFacts(file: $0, analysis: reply.analysis) }
        _ = try await store.record(
            facts: facts.flatMap { JSON.text($0) }, findings: JSON.text(findings) ?? "[]",
            for: claim)
        CrashPoint.reach(.factsRecorded)
    }

    /// What becomes of a job whose task was cancelled before anything left: it depends on who cancelled.
    func endOfUnsent(_ claim: Claim) async throws -> JobEnd {
        let job = try await store.job(claim.job.id)?.job
        return job?.isCancelRequested == true
            ? .cancelled : .waits(.interrupted, due: nil, countsAttempt: false)
    }
}
