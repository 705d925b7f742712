package import Decoding
package import FaceFacts
package import Foundation
package import Ground
package import PromptFactory
package import Validation

/// One photo with its whole analysis: what `analyze` prints and its pages show.
package struct AnalyzedPhoto: Sendable {
    /// The photo's path as it was given; untrusted text.
    package let path: String
    /// The facts of the file's header; nil if it is not a readable picture.
    package let file: PhotoFacts?
    /// What was said of the file and of the face, those that refuse first.
    package let findings: [Finding]
    /// The look at the face; nil where the file was refused.
    package let analysis: PhotoAnalysis?
    /// The random part of the score; nil unless requested.
    package let variation: Double?
    /// The scaled-down photo: an upright sRGB JPEG of at most ``AnalysisFiles/pictureSide`` pixels a side; nil unless
    /// the analyzer keeps pictures.
    package let picture: Data?
    /// Why the file could not be read.
    package let problem: String?
    /// Whether it was refused for nothing but its size, and could be made smaller.
    package var couldBeSmaller = false

    /// The file's name.
    package var name: String { PathText.readable(PathText.name(of: path)) }

    /// Whether a job of this photo would get as far as payment.
    package var isAccepted: Bool {
        problem == nil && findings.allSatisfy { $0.severity != .refusal }
    }

    /// The same with `--force`, which overrides findings about the face.
    package func isAccepted(isForced: Bool) -> Bool {
        guard isForced else { return isAccepted }
        return analysis != nil
            && findings.allSatisfy { $0.severity != .refusal || $0.isOverridable }
    }

    /// The photo with added findings that refuse headshots of some angles without a model.
    package func judged(for angles: [Angle]) -> AnalyzedPhoto {
        let refusals = angles.compactMap { LocalRule.finding(for: analysis, ordered: $0) }
        return AnalyzedPhoto(
            path: path, file: file, findings: refusals + findings, analysis: analysis,
            variation: variation, picture: picture, problem: problem,
            couldBeSmaller: couldBeSmaller)
    }

    /// 1.0 to 10.0, with the random part; nil without a face.
    package var score: Double? {
        analysis?.score.map { score in
            ScoreVariation.applied(score.value, variation)
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

    /// A photo whose file was refused, or that was analyzed.
    package init(path: String, reply: PictureReply, variation: Double?) {
        self.init(
            path: path, file: reply.inspection.facts, findings: reply.findings,
            analysis: reply.analysis, variation: variation, picture: reply.picture, problem: nil)
    }
}
