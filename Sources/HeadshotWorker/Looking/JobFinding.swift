public import FaceAnalysis
public import Validation

/// One judgement over a photo or a headshot, of its file or of the face in it, as a job keeps it.
public struct JobFinding: Codable, Sendable, Equatable {
    /// What follows from a finding.
    public enum Severity: String, Codable, Sendable {
        /// It cannot be used, or not be made a headshot of.
        case refusal
        /// It can be used; a better one makes a better headshot.
        case warning
        /// A person may want to know.
        case notice
    }

    /// The stable name of what was judged: a ``Finding/Rule``, a ``FaceFinding/Rule``, a
    /// ``HeadshotRule`` or a ``LocalRule``.
    public let rule: String
    /// What follows.
    public let severity: Severity
    /// The value that was seen.
    public let seen: String
    /// The limit that the value was held against.
    public let limit: String
    /// For a person: what is wrong, and what to do; left and right are those of the picture.
    public let sentence: String

    /// Whether a person can insist on a headshot all the same: so it is with what is said of a face.
    public var isOverridable: Bool { FaceFinding.Rule(rawValue: rule) != nil }

    /// Creates a finding.
    public init(rule: String, severity: Severity, seen: String, limit: String, sentence: String) {
        self.rule = rule
        self.severity = severity
        self.seen = seen
        self.limit = limit
        self.sentence = sentence
    }

    /// A judgement over a file.
    public init(_ finding: Finding) {
        let severity: Severity =
            switch finding.severity {
            case .refusal: .refusal
            case .notice: .notice
            }
        self.init(
            rule: finding.rule.rawValue, severity: severity, seen: finding.seen,
            limit: finding.limit, sentence: finding.sentence)
    }

    /// A judgement over a face.
    public init(_ finding: FaceFinding) {
        let severity: Severity =
            switch finding.severity {
            case .refusal: .refusal
            case .warning: .warning
            }
        self.init(
            rule: finding.rule.rawValue, severity: severity, seen: finding.seen,
            limit: finding.limit, sentence: finding.sentence)
    }
}
