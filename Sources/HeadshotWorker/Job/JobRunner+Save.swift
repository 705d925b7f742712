import CrashPoints
import Foundation
import Generation
import JobQueue
import PromptFactory
import Validation

extension JobRunner {
    /// Spools a picture, so that no crash can lose what was paid for.
    ///
    /// If the disk fails, it is tried again while the picture is in memory. In the end the job fails as paid and lost, and
    /// what the disk said is thrown.
    func keep(
        _ picture: GeneratedPicture, _ charge: Charge, for claim: Claim
    ) async throws -> Spool.Entry {
        let paid = AnswerVerdict.paid(charge, picture.receipt)
        let entry = Spool.Entry(
            header: .init(
                job: claim.job.id, charge: charge.id, mimeType: picture.mimeType,
                text: picture.text, receipt: picture.receipt, cost: paid.cost),
            picture: picture.data)
        do {
            try await keepPatiently(entry)
        } catch {
            let lost = JobEnd.failed(reason: .answerLost, detail: "the disk failed: \(error)")
            try await settle(claim, Settlement(job: lost, charge: paid, gate: .answered))
            throw error
        }
        CrashPoint.reach(.pictureSpooled)
        return entry
    }

    private func keepPatiently(_ entry: Spool.Entry) async throws(WorkerError) {
        for pause in Self.pauses {
            do {
                return try await spool.keep(entry)
            } catch {
                environment.report(.cannotKeep(entry.header.job, detail: "\(error)"))
                // Cut short when the worker is told to stop: then the tries that are left follow at once.
                try? await environment.pause(pause)
            }
        }
        try await spool.keep(entry)
    }

    /// Fifteen seconds in all: long enough for a person's `rm`, short enough for a stop.
    private static let pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4), .seconds(8)]

    /// Reads an answer that an earlier worker spooled.
    func readSpool(_ charge: Charge, for claim: Claim) async throws -> Spool.Entry? {
        progress.set(JobProgress(phase: .saving), for: claim.job.id)
        if let entry = try await spool.entry(of: charge.id, for: claim.job.id) { return entry }
        try await settle(
            claim, Settlement(job: .failed(reason: .answerLost, detail: "the spool is empty")))
        return nil
    }

    /// Checks a spooled picture, settles its charge, saves it, and ends the job.
    func save(
        _ entry: Spool.Entry, _ charge: Charge, _ order: HeadshotOrder, for claim: Claim
    ) async throws {
        progress.set(JobProgress(phase: .saving), for: claim.job.id)
        let paid = ChargeEnd(
            id: charge.id, state: .paid, cost: entry.header.cost, receipt: entry.header.receipt.json
        )
        let reply = try await decoders.perform(.check(looks: true), on: entry.picture)
        // What cannot be decoded safely may still be what was paid for: a person can look at it.
        guard reply.inspection.isAccepted || reply.reasonGivenUp != nil else {
            try await giveUp(entry, paid, reply.inspection, for: claim)
            return
        }
        let saving = Settlement(job: .saving, charge: paid, gate: .answered)
        // Whoever took the job from us finds its answer in the spool.
        guard try await settle(claim, saving) else { return }
        CrashPoint.reach(.savingBegun)
        let wasOurs = try await finish(
            entry.picture, mimeType: entry.header.mimeType, reply, order, for: claim
        ) { sidecar in
            sidecar.add(entry, charge)
        }
        guard wasOurs else { return }
        // Last: until the job has ended, the spool is what a crash would leave of the headshot.
        try await spool.remove(charge.id, of: claim.job.id)
        CrashPoint.reach(.spoolRemoved)
    }

    /// Saves a headshot that was made here, and ends the job.
    ///
    /// It is not spooled: nobody paid for it, and a worker that finds the job after a crash makes it again.
    func save(_ picture: Data, _ order: HeadshotOrder, for claim: Claim) async throws {
        progress.set(JobProgress(phase: .saving), for: claim.job.id)
        let reply = try await decoders.perform(.check(looks: true), on: picture)
        _ = try await finish(picture, mimeType: "image/jpeg", reply, order, for: claim) { _ in }
    }

    /// Puts a headshot that was looked at and its sidecar in their places, and ends the job; returns whether it was
    /// still ours to end.
    private func finish(
        _ picture: Data, mimeType: String, _ reply: PictureReply, _ order: HeadshotOrder,
        for claim: Claim, completing: (inout Sidecar) -> Void
    ) async throws -> Bool {
        let job = try await store.job(claim.job.id)?.job ?? claim.job
        let look = HeadshotLook(reply, ordered: order.style.angle)
        var sidecar = Sidecar(of: job, order.style, headshot: look, saved: environment.now())
        completing(&sidecar)
        let path = try await results.save(
            picture, mimeType: mimeType, job: job.id, style: order.style, sidecar: sidecar)
        CrashPoint.reach(.sidecarSaved)
        let end = JobEnd.succeeded(result: path, headshot: JSON.text(look))
        guard try await settle(claim, Settlement(job: end)) else { return false }
        CrashPoint.reach(.successWritten)
        return true
    }

    /// Ends the job of an answer that is no usable headshot; its bytes are kept for a person to look at.
    private func giveUp(
        _ entry: Spool.Entry, _ paid: ChargeEnd, _ inspection: Inspection, for claim: Claim
    ) async throws {
        let path = "\(home.answers)/\(claim.job.id)-\(paid.id).body"
        try await FileLane.run { () throws(WorkerError) in
            try DurableFile.replace(path, entry.picture)
        }
        CrashPoint.reach(.unreadableKept)
        let sentences = inspection.findings.map(\.sentence).joined(separator: " ")
        try await settle(
            claim,
            Settlement(
                job: .failed(reason: .unreadableAnswer, detail: sentences), charge: paid,
                gate: .answered))
        try await spool.remove(paid.id, of: claim.job.id)
    }
}

extension Sidecar {
    fileprivate init(of job: Job, _ style: Style, headshot: HeadshotLook, saved: Date) {
        self.init(
            job: job.id.rawValue, style: style.name, promptVersion: job.promptVersion,
            provider: job.provider, description: ProviderKind(rawValue: job.provider)?.description,
            width: headshot.facts?.file.width, height: headshot.facts?.file.height,
            findings: job.photoFindings, headshotFindings: headshot.findings,
            submitted: job.created, saved: saved)
    }

    /// Adds what is known of the request.
    fileprivate mutating func add(_ entry: Spool.Entry, _ charge: Charge) {
        model = charge.model
        modelAnswered = entry.header.receipt.modelAnswered
        responseID = entry.header.receipt.responseID
        usage = entry.header.receipt.usage
        costMicroUSD = entry.header.cost
        text = entry.header.text
        requested = charge.started
    }
}
