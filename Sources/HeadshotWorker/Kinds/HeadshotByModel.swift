import Decoding
import FaceFacts
import Foundation
import Generation
import Ground
import JobQueue
import PromptFactory
import Validation

/// Headshots that a model makes from the photo, for money.
struct HeadshotByModel: Recipe {
    private let order: HeadshotOrder

    init?(_ job: Job) {
        guard job.kind == .headshot, job.provider != ProviderKind.local.rawValue,
            let order = HeadshotOrder(payload: job.payload)
        else { return nil }
        self.order = order
    }

    func prepare(_ claim: Claim, with bench: Workbench) async throws -> Prepared {
        let task = PictureTask.prepare(looks: true)
        switch try await bench.headshotSource(task, order, for: claim, judge: \.findings) {
        case .ends(let end): return .ends(end)
        case .goesOn(let source):
            let prompt = bench.prompts.prompt(for: order.style)
            return .ask(
                Ask(
                    prompt: prompt, parts: [.text(prompt.text), .jpeg(source.picture)],
                    wants: .picture(.portrait)))
        }
    }

    func finish(
        _ answer: Spool.Entry, _ charge: Charge, of claim: Claim, with bench: Workbench
    ) async throws -> Finished {
        var faults: [String] = []
        var unchecked: (Spool.Candidate, PictureReply)?
        for candidate in answer.candidates(of: charge.provider) {
            let reply = try await bench.decoders.perform(
                .check(looks: true), on: candidate.picture)
            if reply.inspection.isAccepted {
                return try await product(candidate, reply, answer, charge, of: claim, with: bench)
            }
            if unchecked == nil, reply.reasonGivenUp != nil { unchecked = (candidate, reply) }
            faults.append(reply.inspection.findings.map(\.sentence).joined(separator: " "))
        }
        // A picture that cannot be decoded safely may still be what was paid for: the user can look at it.
        if let (candidate, reply) = unchecked {
            return try await product(candidate, reply, answer, charge, of: claim, with: bench)
        }
        let sentence = faults.first ?? "The answer has no picture any more."
        return .unusable(
            .unreadableAnswer,
            detail: faults.count > 1
                ? "None of \(faults.count) pictures is a headshot. \(sentence)" : sentence)
    }

    private func product(
        _ candidate: Spool.Candidate, _ reply: PictureReply, _ answer: Spool.Entry,
        _ charge: Charge, of claim: Claim, with bench: Workbench
    ) async throws -> Finished {
        let photo = await photoLook(beside: reply, for: claim, with: bench)
        var product = try await bench.headshot(
            candidate.picture, mimeType: candidate.mimeType, reply, order, beside: photo,
            for: claim
        ) { sidecar in sidecar.add(answer, charge) }
        product.hasOthers = !candidate.isAlone
        return .product(product)
    }

    /// The analysis of the photo, for a headshot whose face was measured.
    private func photoLook(
        beside reply: PictureReply, for claim: Claim, with bench: Workbench
    ) async -> PhotoAnalysis? {
        guard reply.analysis?.measures != nil, let photo = claim.job.input else { return nil }
        return await bench.preparer.look(at: photo) {
            try await bench.home.photo(named: photo).read()
        }
    }
}

extension Sidecar {
    fileprivate mutating func add(_ entry: Spool.Entry, _ charge: Charge) {
        model = charge.model
        modelAnswered = entry.header.receipt?.modelAnswered
        responseID = entry.header.receipt?.responseID
        requestID = entry.header.receipt?.requestID
        usage = entry.header.receipt?.usage
        costMicroUSD = entry.header.cost
        text = entry.header.text
        requested = charge.started
    }
}
