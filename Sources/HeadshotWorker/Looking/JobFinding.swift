public import FaceAnalysis
public import Validation

/// One finding about a photo or a headshot, about its file or the face in it, as stored with a job.
public struct JobFinding: Codable, Sendable, Equatable {
    /// The severity of a finding.
    public enum Severity: String, Codable, Sendable {
        /// It cannot be used, or no headshot can be made of it.
        case refusal
        /// It can be used; a better one makes a better headshot.
        case warning
        /// The user may want to know.
        case notice
    }

    /// The stable name of the rule: a ``Finding/Rule``, a ``FaceFinding/Rule``, a ``HeadshotRule`` or a ``LocalRule``.
    public let rule: String
    /// The severity.
    public let severity: Severity
    /// The value that was seen.
    public let seen: String
    /// The limit that the value was compared with.
    public let limit: String
    /// For people: what is wrong, and what to do; left and right are the viewer's.
    public let sentence: String

    /// Whether `--force` overrides it: true for findings about the face.
    public var isOverridable: Bool { FaceFinding.Rule(rawValue: rule) != nil }

    /// Creates a finding.
    public init(rule: String, severity: Severity, seen: String, limit: String, sentence: String) {
        self.rule = rule
        self.severity = severity
        self.seen = seen
        self.limit = limit
        self.sentence = sentence
    }

    /// A finding about a file.
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

    /// A finding about a face.
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
