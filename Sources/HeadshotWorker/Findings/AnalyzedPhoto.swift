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
    /// How a headshot was made of it for a try; nil if none was.
    package var making: HeadshotMaking?
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

    /// The photo with findings about headshots that are made here: whether it has the angles of the styles, and whether
    /// the person can be cut out.
    ///
    /// Where some of the angles are possible, the others only warn: their jobs are rejected, free.
    ///
    /// - Parameter requiresBackdrop: Whether a softened background refuses the photo.
    package func judged(for angles: [Angle], requiresBackdrop: Bool) -> AnalyzedPhoto {
        let turned = angles.compactMap { LocalRule.finding(for: analysis, ordered: $0) }
        let angleFindings = turned.count < angles.count ? turned.map(\.asWarning) : turned
        let backdrop = making.flatMap {
            HeadshotRule.backdropForecast(for: $0, isRequired: requiresBackdrop)
        }
        let all = angleFindings + [backdrop].compactMap(\.self) + findings
        return AnalyzedPhoto(
            path: path, file: file,
            findings: all.filter { $0.severity == .refusal }
                + all.filter { $0.severity != .refusal },
            analysis: analysis, making: making, variation: variation, picture: picture,
            problem: problem, couldBeSmaller: couldBeSmaller)
    }

    /// What is said beforehand of headshots that are made here, where that does not refuse the photo.
    package var forecasts: [Finding] {
        findings.filter {
            $0.severity != .refusal
                && (LocalRule(rawValue: $0.rule) != nil || HeadshotRule(rawValue: $0.rule) != nil)
        }
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
            analysis: reply.analysis, making: reply.making, variation: variation,
            picture: reply.picture, problem: nil)
    }
}

extension Finding {
    fileprivate var asWarning: Finding {
        Finding(rule: rule, severity: .warning, seen: seen, limit: limit, sentence: sentence)
    }
}
