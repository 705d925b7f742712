import FaceAnalysis

/// One judgement over a photo or its file, as a page tells it.
public struct PageFinding: Sendable, Equatable {
    /// What follows from a finding; its raw value is its class in the style of the pages.
    public enum Severity: String, Sendable {
        /// No headshot can be made, or none worth its price.
        case refusal = "bad"
        /// A better photo makes a better headshot.
        case warning = "fair"
        /// Good to know.
        case notice = "plain"
    }

    /// The stable name of what was judged.
    public let rule: String
    /// What follows.
    public let severity: Severity
    /// The value that was seen.
    public let seen: String
    /// The limit that it was held against.
    public let limit: String
    /// What is wrong, and what to do.
    public let sentence: String

    /// Makes a finding.
    public init(rule: String, severity: Severity, seen: String, limit: String, sentence: String) {
        self.rule = rule
        self.severity = severity
        self.seen = seen
        self.limit = limit
        self.sentence = sentence
    }

    /// Whether it is about the face, and not about the file or the photo around the face.
    var isOfFace: Bool {
        switch FaceFinding.Rule(rawValue: rule) {
        case .face, .headShare, .placement, .cutOff, .background, nil: false
        case .singleFace, .faceSize, .exposure, .overexposure, .sharpness, .sureFace, .balance,
            .lightDirection, .contrast, .noise, .eyesOpen, .pose, .tilt:
            true
        }
    }
}

extension PageFinding.Severity {
    /// The most serious of findings; nil where there is none.
    init?(of findings: some Sequence<PageFinding>) {
        let severities = findings.map(\.severity)
        guard let worst = [.refusal, .warning, .notice].first(where: severities.contains) else {
            return nil
        }
        self = worst
    }
}
