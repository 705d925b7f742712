package import FaceAnalysis
package import Foundation
package import Ground
package import HeadshotWorker
package import PromptFactory
package import Validation

/// One photo with everything that a look at it gave: what `analyze` tells and its pages show.
package struct AnalyzedPhoto: Sendable {
    /// Where the photo was found, as it was named; a stranger's words.
    package let path: String
    /// What the file's header says; nil where it is no picture that can be read.
    package let file: PhotoFacts?
    /// What was said of the file and of the face, those that refuse first.
    package let findings: [Finding]
    /// The look at the face; nil where the file was refused.
    package let analysis: PhotoAnalysis?
    /// What chance added to the score; nil unless asked for.
    package let variation: Double?
    /// The photo made small: an upright sRGB JPEG of at most ``PhotoLooker/side`` pixels a side.
    package let picture: Data?
    /// What kept the file from being read at all.
    package let problem: String?

    /// The file's name.
    package var name: String { URL(filePath: path).lastPathComponent }

    /// Whether a job of this photo would go on to be paid for.
    package var isAccepted: Bool {
        problem == nil && findings.allSatisfy { $0.severity != .refusal }
    }

    /// The same where a person insists: what is said of a face alone is overridden.
    package func isAccepted(isForced: Bool) -> Bool {
        guard isForced else { return isAccepted }
        return picture != nil
            && findings.allSatisfy { $0.severity != .refusal || $0.isOverridable }
    }

    /// The photo with what keeps it from being made into headshots of some angles without a model.
    package func held(against angles: [Angle]) -> AnalyzedPhoto {
        let refusals = angles.compactMap { LocalRule.finding(for: analysis, ordered: $0) }
        return AnalyzedPhoto(
            path: path, file: file, findings: refusals + findings, analysis: analysis,
            variation: variation, picture: picture, problem: problem)
    }

    /// 1.0 to 10.0, with what chance added; nil without a face.
    package var score: Double? {
        analysis?.score.map { score in
            min(10, ((score.value + (variation ?? 0)) * 10).rounded() / 10)
        }
    }
}

extension AnalyzedPhoto {
    /// A photo whose file could not be read.
    package init(path: String, problem: String) {
        self.init(
            path: path, file: nil, findings: [], analysis: nil, variation: nil, picture: nil,
            problem: problem)
    }

    /// A photo that was refused by its file alone, or looked at.
    package init(path: String, reply: PictureReply, variation: Double?) {
        self.init(
            path: path, file: reply.inspection.facts, findings: reply.findings,
            analysis: reply.analysis, variation: variation, picture: reply.picture, problem: nil)
    }
}
