import Decoding
import Foundation
import JobQueue
import PromptFactory

/// Headshots that this machine makes from the photo itself, free.
///
/// They are not spooled: a worker that finds the job after a crash makes it again.
struct HeadshotMadeHere: Recipe {
    private let order: HeadshotOrder

    init?(_ job: Job) {
        guard job.kind == .headshot, job.provider == ProviderKind.local.rawValue,
            let order = HeadshotOrder(payload: job.payload)
        else { return nil }
        self.order = order
    }

    func prepare(_ claim: Claim, with bench: Workbench) async throws -> Prepared {
        let task = PictureTask.makeHeadshot(backdrop: order.wantedBackdrop)
        let step = try await bench.headshotSource(task, order, for: claim) { reply in
            let turned = LocalRule.finding(for: reply.analysis, ordered: order.style.angle)
            let softened =
                order.requiresBackdrop
                ? reply.making.flatMap { HeadshotRule.backdropForecast(for: $0, isRequired: true) }
                : nil
            return [turned, softened].compactMap(\.self) + reply.findings
        }
        switch step {
        case .ends(let end): return .ends(end)
        case .goesOn(let source):
            bench.progress.set(JobProgress(phase: .saving), for: claim.job.id)
            let reply = try await bench.decoders.perform(.check(looks: true), on: source.picture)
            return .made(
                try await bench.headshot(
                    source.picture, mimeType: "image/jpeg", reply, order, made: source.making,
                    for: claim))
        }
    }
}
