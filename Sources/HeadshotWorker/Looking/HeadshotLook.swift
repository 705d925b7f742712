import FaceAnalysis
import PromptFactory
import Studio
import Validation

/// What was seen in a headshot that was made, and what is said of it.
///
/// Nothing follows from it: a headshot that is not as ordered is never bought again by itself.
public struct HeadshotLook: Codable, Sendable, Equatable {
    /// What was seen; nil where the header could not be read.
    public let facts: JobFacts?
    /// What is not as it was ordered.
    public let findings: [JobFinding]
    /// How it was made, without the figures of its cut-out; nil where a model made it.
    public let making: HeadshotMaking?

    /// Judges a headshot by the look at it, which is nil where nobody looked, and by how it was made.
    init(_ reply: PictureReply, ordered angle: Angle, made making: HeadshotMaking? = nil) {
        facts = reply.inspection.facts.map { JobFacts(file: $0, analysis: reply.analysis) }
        findings =
            HeadshotRule.findings(for: reply, ordered: angle)
            + [making.flatMap(HeadshotRule.backdropFinding)].compactMap(\.self)
        self.making = making.map {
            HeadshotMaking(backdrop: $0.backdrop, wanted: $0.wanted, refusal: $0.refusal)
        }
    }
}

/// What a headshot is expected to be; the raw value is stable and is stored.
public enum HeadshotRule: String, Sendable, CaseIterable {
    /// It can be looked at.
    case headshotDecoding
    /// It shows a face.
    case headshotFace
    /// It shows one face only.
    case headshotSingleFace
    /// The face is sharp.
    case headshotSharpness
    /// The head is turned as it was ordered.
    case headshotAngle
    /// What is behind the person is what was wanted.
    case headshotBackdrop

    /// What is said of a headshot that was made here before another backdrop than was wanted; nil where it is that.
    static func backdropFinding(for making: HeadshotMaking) -> JobFinding? {
        making.sentence.map { sentence in
            JobFinding(
                rule: headshotBackdrop.rawValue, severity: .notice, seen: making.backdrop.rawValue,
                limit: making.wanted.rawValue, sentence: sentence)
        }
    }

    static func findings(for reply: PictureReply, ordered angle: Angle) -> [JobFinding] {
        if let reason = reply.reasonGivenUp {
            return [
                headshotDecoding.finding(
                    seen: reason, limit: "decoded safely",
                    "The headshot was saved, but could not be looked at: \(reason).")
            ]
        }
        guard let analysis = reply.analysis else { return [] }
        return allCases.compactMap { $0.finding(for: analysis, ordered: angle) }
    }

    private func finding(for analysis: PhotoAnalysis, ordered angle: Angle) -> JobFinding? {
        let facts = analysis.facts
        switch self {
        case .headshotDecoding, .headshotBackdrop: return nil
        case .headshotFace:
            return facts.faces.isEmpty
                ? finding(
                    seen: "no face", limit: "1 face", "No face can be seen in the headshot.") : nil
        case .headshotSingleFace:
            let count = facts.faces.count
            return count > 1
                ? finding(
                    seen: "\(count) faces", limit: "1 face", "The headshot shows \(count) faces.")
                : nil
        case .headshotSharpness:
            return analysis.findings.first { $0.rule == .sharpness }.map { blurred in
                finding(
                    seen: blurred.seen, limit: blurred.limit,
                    "The face in the headshot is not quite sharp.")
            }
        case .headshotAngle:
            guard let seen = facts.pose?.direction, !seen.fits(angle) else { return nil }
            return finding(
                seen: seen.rawValue, limit: angle.rawValue,
                "The head \(seen.words), and \(angle.words) was ordered.")
        }
    }

    private func finding(seen: String, limit: String, _ sentence: String) -> JobFinding {
        JobFinding(
            rule: rawValue, severity: .warning, seen: seen, limit: limit, sentence: sentence)
    }
}

extension Pose.Direction {
    /// Whether a head that is turned so is what an angle asks for.
    ///
    /// Both mean the picture's left and right as one looks at it. Half a turn is enough for either.
    func fits(_ angle: Angle) -> Bool {
        switch (self, angle) {
        case (.front, .front), (.slightlyLeft, .front), (.slightlyRight, .front): true
        case (.left, .left), (.slightlyLeft, .left): true
        case (.right, .right), (.slightlyRight, .right): true
        case (.left, _), (.right, _), (.front, _), (.slightlyLeft, _), (.slightlyRight, _): false
        }
    }

    /// What a head that is turned so does, for one who looks at the picture.
    var words: String {
        switch self {
        case .front, .slightlyLeft, .slightlyRight: "faces the camera"
        case .left: "is turned to the left of the picture"
        case .right: "is turned to the right of the picture"
        }
    }
}

extension Angle {
    /// What is ordered with the angle, for one who looks at the picture.
    var words: String {
        switch self {
        case .front: "a view from the front"
        case .left: "a turn to the left of the picture"
        case .right: "a turn to the right of the picture"
        }
    }
}
