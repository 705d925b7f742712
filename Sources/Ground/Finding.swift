/// One judgement over a photo or a headshot: the rule, the value seen, the limit, and a sentence.
///
/// As JSON it is in the queue, in sidecars and in answers, so its keys are stable.
public struct Finding: Sendable, Equatable, Codable {
    /// What follows from a finding, the most serious first; the raw value is stable and is stored.
    public enum Severity: String, Sendable, Codable, CaseIterable {
        /// The photo or headshot cannot be used, or no headshot would be worth its price.
        case refusal
        /// It can be used; a better photo makes a better headshot.
        case warning
        /// It can be used; a person may want to know.
        case notice
    }

    /// The stable name of the rule that judged.
    public let rule: String
    /// What follows.
    public let severity: Severity
    /// The value that was seen, with its unit.
    public let seen: String
    /// The limit that the value was held against.
    public let limit: String
    /// For a person: what is wrong, and what to do; left and right are those of the picture.
    public let sentence: String

    /// Creates a finding.
    public init(rule: String, severity: Severity, seen: String, limit: String, sentence: String) {
        self.rule = rule
        self.severity = severity
        self.seen = seen
        self.limit = limit
        self.sentence = sentence
    }
}
