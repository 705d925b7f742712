import CrashPoints
import Decoding
import Foundation
import Ground
import JobQueue
import ObjectStore
import PromptFactory
import Validation

struct Workbench: Sendable {
    let store: JobStore
    let home: HeadshotHome
    let decoders: DecoderPool
    let prompts: PromptComposer
    let words: WordsPrompts
    let preparer: Preparer
    let progress: ProgressBoard
    let settings: WorkerSettings
    let environment: WorkerEnvironment
    let analysisFiles: AnalysisFiles

    /// Does a task on one of a job's photos.
    ///
    /// A photo that cannot be read, or on which a library fails, ends the job. If the decoder was killed from outside,
    /// the job waits behind the others.
    func look(
        _ task: PictureTask, at photo: String?, of claim: Claim
    ) async throws -> Step<PictureReply> {
        guard let photo else {
            return .ends(.failed(reason: .photoMissing, detail: "the job names no photo"))
        }
        progress.set(JobProgress(phase: .preparing), for: claim.job.id)
        do {
            let reply = try await preparer.reply(to: task, on: photo, of: claim.job.person) {
                try await home.photo(named: photo).read()
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
            // As far as is known, not the photo's fault.
            return .ends(.setBack(detail: detail))
        } catch WorkerError.pictureWork(let detail) {
            // A photo on which a library fails must not end the worker for all other jobs.
            return .ends(.failed(reason: .preparationFailed, detail: detail))
        }
    }

    func record(
        _ reply: PictureReply, _ findings: [Finding], for claim: Claim
    ) async throws {
        let facts = reply.inspection.facts.map { JobFacts(file: $0, analysis: reply.analysis) }
        _ = try await store.record(
            facts: facts.flatMap { JSON.text($0) }, findings: JSON.text(findings) ?? "[]",
            for: claim)
        CrashPoint.reach(.factsRecorded)
    }

    /// How a job ends that was cancelled before it was sent; depends on whether the user or a stop cancelled it.
    func endOfUnsent(_ claim: Claim) async throws -> JobEnd {
        let job = try await store.job(claim.job.id)?.job
        return job?.isCancelRequested == true
            ? .cancelled : .unsent(.interrupted)
    }
}
