public import Ground

/// What a look at a file's header found: the facts, as far as there are any, and the findings.
public struct Inspection: Sendable, Equatable, Codable {
    /// The facts; nil if the file is not a readable picture.
    public let facts: PhotoFacts?
    /// The findings, in the order of the rules.
    public let findings: [Finding]

    /// Creates an inspection.
    public init(facts: PhotoFacts?, findings: [Finding]) {
        self.facts = facts
        self.findings = findings
    }

    /// Whether nothing was refused.
    public var isAccepted: Bool {
        findings.allSatisfy { $0.severity != .refusal }
    }
}
