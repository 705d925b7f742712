import Ground

/// A file holds one picture; of several, only the first is used.
enum SinglePageRule: JudgingRule {
    static let name = "singlePage"
    static let requirement = "The photo was refused: its file must hold one picture."

    static func finding(for facts: PhotoFacts, under limits: PhotoLimits) -> Finding? {
        guard facts.pages > 1 else { return nil }
        return Finding(
            rule: name, severity: .notice, seen: "\(facts.pages)", limit: "1",
            sentence: "The file holds \(facts.pages) pictures; only the main one is used.")
    }
}
