import FaceAnalysis

/// One judgement about a photo or its file, as a page shows it.
public struct PageFinding: Sendable, Equatable {
    /// The consequence of a finding; its raw value is its class in the pages' style.
    public enum Severity: String, Sendable {
        /// No headshot can be made, or none worth its price.
        case refusal = "bad"
        /// A better photo makes a better headshot.
        case warning = "fair"
        /// Good to know.
        case notice = "plain"
    }

    /// The stable name of the rule.
    public let rule: String
    /// The consequence.
    public let severity: Severity
    /// The value that was seen.
    public let seen: String
    /// The limit that the value was compared with.
    public let limit: String
    /// What is wrong, and what to do.
    public let sentence: String

    /// Creates a finding.
    public init(rule: String, severity: Severity, seen: String, limit: String, sentence: String) {
        self.rule = rule
        self.severity = severity
        self.seen = seen
        self.limit = limit
        self.sentence = sentence
    }

    /// Whether it is about the face, and not about the file or the surroundings.
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
    /// The most serious of the findings; nil without any.
    init?(of findings: some Sequence<PageFinding>) {
        let severities = findings.map(\.severity)
        guard let worst = [.refusal, .warning, .notice].first(where: severities.contains) else {
            return nil
        }
        self = worst
    }
}
