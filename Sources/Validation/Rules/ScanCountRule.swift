import Ground

/// A JPEG does not ask for more passes over its pixels than any camera would.
enum ScanCountRule: JudgingRule {
    static let name = "scanCount"
    static let requirement = "The photo was refused: it has too many scans."

    static func finding(for facts: PhotoFacts, under limits: PhotoLimits) -> Finding? {
        guard facts.scanCount > limits.maximumScans else { return nil }
        return Finding(
            rule: name, severity: .refusal, seen: "\(facts.scanCount)",
            limit: "\(limits.maximumScans)",
            sentence: limits.subject.sentence(
                """
                The \(limits.subject.rawValue) is a JPEG of \(facts.scanCount) scans; at most \
                \(limits.maximumScans) are accepted.
                """,
                advice: "Save it again with an ordinary program."))
    }
}
