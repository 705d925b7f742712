import Decoding
import FaceFacts
import Foundation
import Ground
import JobQueue
import PromptFactory
import Validation

/// What both ways of making a headshot share.
extension Workbench {
    /// A picture that becomes a headshot, or is one, and how it was made.
    struct HeadshotSource: Sendable {
        let picture: Data
        let making: HeadshotMaking?
    }

    /// Decodes the photo, analyzes the face, judges both, and makes the task's picture; free.
    ///
    /// - Parameter judge: Returns all findings about the photo; a refusal ends the job, unless the order is forced.
    func headshotSource(
        _ task: PictureTask, _ order: HeadshotOrder, for claim: Claim,
        judge: (PictureReply) -> [Finding]
    ) async throws -> Step<HeadshotSource> {
        let reply: PictureReply
        switch try await look(task, at: claim.job.input, of: claim) {
        case .ends(let end): return .ends(end)
        case .goesOn(let seen): reply = seen
        }
        let findings = judge(reply)
        try await record(reply, findings, for: claim)
        let refusals = findings.filter { $0.severity == .refusal }
        let standing = refusals.filter { !(order.isForced && $0.isOverridable) }
        // Without a face there is nothing to crop around, even if the order is forced.
        guard let picture = reply.picture, standing.isEmpty else {
            return .ends(.refused(by: standing.first ?? refusals.first))
        }
        if Task.isCancelled { return .ends(try await endOfUnsent(claim)) }
        return .goesOn(HeadshotSource(picture: picture, making: reply.making))
    }

    /// The product of an analyzed headshot, with its sidecar.
    func headshot(
        _ picture: Data, mimeType: String?, _ reply: PictureReply, _ order: HeadshotOrder,
        beside photo: PhotoAnalysis? = nil, made making: HeadshotMaking? = nil,
        for claim: Claim, completing: (inout Sidecar) -> Void = { _ in }
    ) async throws -> Product {
        let job = try await store.job(claim.job.id)?.job ?? claim.job
        let look = HeadshotAnalysis(
            reply, ordered: order.style.angle, photo: photo, made: making)
        var sidecar = Sidecar(of: job, order.style, headshot: look, saved: environment.now())
        completing(&sidecar)
        let json = JSON.text(sidecar, isPretty: true) ?? "{}"
        return Product(
            name: order.style.name, bytes: picture, suffix: Self.suffix(of: mimeType),
            beside: ["json": Data(json.utf8)], outcome: JSON.text(look) ?? "{}")
    }

    static func suffix(of mimeType: String?) -> String {
        switch mimeType {
        case "image/jpeg": "jpg"
        case "image/webp": "webp"
        default: "png"
        }
    }
}

extension Sidecar {
    fileprivate init(of job: Job, _ style: Style, headshot: HeadshotAnalysis, saved: Date) {
        self.init(
            job: job.id.description, style: style.name, promptVersion: job.promptVersion,
            provider: job.provider, description: ProviderKind(rawValue: job.provider)?.description,
            backdrop: headshot.making?.backdrop, comparison: headshot.comparison?.verdict,
            width: headshot.facts?.file.width,
            height: headshot.facts?.file.height,
            findings: job.photoFindings, headshotFindings: headshot.findings,
            submitted: job.created, saved: saved)
    }
}
