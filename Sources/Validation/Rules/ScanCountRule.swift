/// A JPEG needs no more passes over its pixels than any camera's would.
enum ScanCountRule {
    static func finding(for facts: PhotoFacts, under limits: PhotoLimits) -> Finding? {
        guard facts.scanCount > limits.maximumScans else { return nil }
        return Finding(
            rule: .scanCount, severity: .refusal, seen: "\(facts.scanCount)",
            limit: "\(limits.maximumScans)",
            sentence: limits.subject.sentence(
                """
                The \(limits.subject.rawValue) is a JPEG of \(facts.scanCount) scans; at most \
                \(limits.maximumScans) are accepted.
                """,
                advice: "Save it again with an ordinary program."))
    }
}
