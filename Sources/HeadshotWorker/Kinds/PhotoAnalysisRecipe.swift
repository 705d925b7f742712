import Decoding
import FaceFacts
import Foundation
import Ground
import JobQueue

/// Analyzes photos on this machine, free: the same as `headshot analyze`, as a job.
struct PhotoAnalysisRecipe: Recipe {
    private let order: AnalysisOrder

    init?(_ job: Job) {
        guard job.kind == .analysis, let order = AnalysisOrder(payload: job.payload) else {
            return nil
        }
        self.order = order
    }

    func prepare(_ claim: Claim, with bench: Workbench) async throws -> Prepared {
        let task = PictureTask.look(pictureSide: order.wantsPage ? AnalysisFiles.pictureSide : nil)
        let front: PictureReply
        switch try await bench.look(task, at: claim.job.input, of: claim) {
        case .ends(let end): return .ends(end)
        case .goesOn(let reply): front = reply
        }
        var side: AnalysisFiles.Photo?
        if claim.job.secondInput != nil {
            switch try await bench.look(task, at: claim.job.secondInput, of: claim) {
            case .ends(let end): return .ends(end)
            case .goesOn(let reply):
                side = AnalysisFiles.Photo(
                    name: order.sideName ?? "", reply: reply.withoutMeasures)
            }
        }
        try await bench.record(front, front.findings, for: claim)
        let refusals = front.findings.filter { $0.severity == .refusal }
        // A photo without a face has findings; one that no decoder can read has nothing to report.
        guard let analysis = front.analysis else {
            return .ends(.refused(by: refusals.first))
        }
        if Task.isCancelled { return .ends(try await bench.endOfUnsent(claim)) }
        let photo = AnalysisFiles.Photo(
            name: claim.job.inputName ?? "", reply: front.withoutMeasures)
        let files = bench.analysisFiles
        return .made(
            Product(
                name: claim.job.kind.rawValue, bytes: try files.json(photo, side), suffix: "json",
                beside: order.wantsPage ? ["html": try files.page(photo, side)] : [:],
                outcome: JSON.text(
                    AnalysisOutcome(score: analysis.score?.value, isAccepted: refusals.isEmpty))
                    ?? "{}"))
    }
}
