public import Decoding
public import FaceFacts
public import Ground
import PromptFactory
import Validation

/// The facts and findings of a finished headshot.
///
/// It has no consequences: a headshot that is not as ordered is never bought again automatically.
public struct HeadshotAnalysis: Codable, Sendable, Equatable {
    /// The facts; nil if the header could not be read.
    public private(set) var facts: JobFacts?
    /// Whether the face has the proportions of the photo; nil if it was not compared.
    public let comparison: FaceComparison?
    /// What is not as it was ordered.
    public let findings: [Finding]
    /// How it was made, without the figures of its cut-out; nil where a model made it.
    public let making: HeadshotMaking?

    /// Judges a headshot by its analysis, that of its photo if there is one, and how it was made.
    init(
        _ reply: PictureReply, ordered angle: Angle, photo: PhotoAnalysis? = nil,
        made making: HeadshotMaking? = nil
    ) {
        facts = reply.inspection.facts.map { JobFacts(file: $0, analysis: reply.analysis) }
        comparison = reply.analysis.flatMap { made in
            photo.flatMap { FaceComparison(of: made, with: $0) }
        }
        findings =
            HeadshotRule.findings(for: reply, ordered: angle)
            + [
                comparison.flatMap(HeadshotRule.finding),
                making.flatMap(HeadshotRule.backdropFinding),
            ].compactMap(\.self)
        self.making = making.map {
            HeadshotMaking(backdrop: $0.backdrop, wanted: $0.wanted, refusal: $0.refusal)
        }
    }

    /// The same analysis without what was measured in the face.
    public var withoutFace: Self {
        var analysis = self
        analysis.facts = facts.map { JobFacts(file: $0.file, analysis: nil) }
        return analysis
    }
}

/// The rules for a finished headshot; the raw value is stable and stored.
package enum HeadshotRule: String, CaseIterable {
    case headshotDecoding, headshotFace, headshotSingleFace, headshotSharpness
    /// The head is turned as ordered.
    case headshotAngle
    /// The face has the proportions of the photo.
    case headshotProportions
    /// The backdrop is the wanted one.
    case headshotBackdrop

    /// What is said of a headshot that was made here before another backdrop than was wanted; nil where it is that.
    static func backdropFinding(for making: HeadshotMaking) -> Finding? {
        backdropFinding(for: making, .notice, making.sentence)
    }

    /// What is said of one that could be made here, but not before the wanted backdrop.
    ///
    /// - Parameter isRequired: Whether that refuses the photo, which `--force` does not override.
    static func backdropForecast(for making: HeadshotMaking, isRequired: Bool) -> Finding? {
        isRequired
            ? backdropFinding(for: making, .refusal, making.rejection)
            : backdropFinding(for: making, .notice, making.forecast)
    }

    private static func backdropFinding(
        for making: HeadshotMaking, _ severity: Finding.Severity, _ sentence: String?
    ) -> Finding? {
        sentence.map { sentence in
            Finding(
                rule: headshotBackdrop.rawValue, severity: severity, seen: making.backdrop.rawValue,
                limit: making.wanted.rawValue, sentence: sentence)
        }
    }

    static func findings(for reply: PictureReply, ordered angle: Angle) -> [Finding] {
        if let reason = reply.reasonGivenUp {
            return [
                headshotDecoding.finding(
                    seen: reason, limit: "decoded safely",
                    "The headshot was saved, but could not be looked at: \(reason).")
            ]
        }
        guard let analysis = reply.analysis else { return [] }
        let count = analysis.facts.faces.count
        var findings: [Finding] = []
        if count == 0 {
            findings.append(
                headshotFace.finding(
                    seen: "no face", limit: "1 face", "No face can be seen in the headshot."))
        }
        if count > 1 {
            findings.append(
                headshotSingleFace.finding(
                    seen: "\(count) faces", limit: "1 face", "The headshot shows \(count) faces."))
        }
        if let blurred = analysis.findings.first(where: { $0.rule == FaceRule.sharpness.name }) {
            findings.append(
                headshotSharpness.finding(
                    seen: blurred.seen, limit: blurred.limit,
                    "The face in the headshot is not quite sharp."))
        }
        if let pose = analysis.facts.pose, !pose.direction.fits(angle) {
            findings.append(
                headshotAngle.finding(
                    seen: pose.words, limit: angle.rawValue,
                    "The head \(pose.direction.words), and \(angle.words) was ordered."))
        }
        return findings
    }

    /// Says in what a face differs from the photo's.
    static func finding(for comparison: FaceComparison) -> Finding? {
        guard comparison.verdict == .changed else { return nil }
        let changes = comparison.changes.map(\.words)
        return headshotProportions.finding(
            seen: comparison.changes.map(\.rawValue).joined(separator: ", "),
            limit: "as photos of one person differ",
            "Compared with the photo, \(changes.joined(separator: ", "))."
        )
    }

    private func finding(seen: String, limit: String, _ sentence: String) -> Finding {
        Finding(
            rule: rawValue, severity: .warning, seen: seen, limit: limit, sentence: sentence)
    }
}

extension Pose {
    /// The direction, with the degrees if they are known: "right, 24°".
    fileprivate var words: String {
        guard yaw.unit == .degrees else { return direction.rawValue }
        return
            "\(direction.rawValue), \(Int(clamping: abs(yaw.value), rounding: .toNearestOrAwayFromZero))°"
    }
}

extension Pose.Direction {
    /// Whether the direction of a head fits an ordered angle.
    ///
    /// Both use the viewer's left and right. Half a turn is enough for either.
    func fits(_ angle: Angle) -> Bool {
        switch (self, angle) {
        case (.front, .front), (.slightlyLeft, .front), (.slightlyRight, .front): true
        case (.left, .left), (.slightlyLeft, .left): true
        case (.right, .right), (.slightlyRight, .right): true
        case (.left, _), (.right, _), (.front, _), (.slightlyLeft, _), (.slightlyRight, _): false
        }
    }

    /// What such a head does, as the viewer sees it.
    var words: String {
        switch self {
        case .front, .slightlyLeft, .slightlyRight: "faces the camera"
        case .left: "is turned to the left of the picture"
        case .right: "is turned to the right of the picture"
        }
    }
}

extension Angle {
    /// What the angle orders, as the viewer sees it.
    var words: String {
        switch self {
        case .front: "a view from the front"
        case .left: "a turn to the left of the picture"
        case .right: "a turn to the right of the picture"
        }
    }
}
