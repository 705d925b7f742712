public import Ground

/// Everything that one look at a photo gave: what was seen, what is thought of it, and how good it
/// is.
public struct PhotoAnalysis: Codable, Sendable, Equatable {
    /// What was measured, without judgement.
    public let facts: FaceFacts
    /// The judgements, in the order of the rules.
    public let findings: [Finding]
    /// How good the photo is as a headshot; nil without a face.
    public let score: PhotoScore?
    /// Measurements that are never stored; nil without the points of a face.
    public var measures: FaceMeasures?

    /// Whether nothing was refused.
    public var isAccepted: Bool {
        findings.allSatisfy { $0.severity != .refusal }
    }

    package init(
        facts: FaceFacts, findings: [Finding], score: PhotoScore?, measures: FaceMeasures? = nil
    ) {
        self.facts = facts
        self.findings = findings
        self.score = score
        self.measures = measures
    }
}
