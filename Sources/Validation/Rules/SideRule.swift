import Ground

/// Each side has enough pixels and not too many.
enum SideRule: JudgingRule {
    static let name = "side"
    static let requirement = "The photo was refused: its sides are too short or too long."

    static func finding(for facts: PhotoFacts, under limits: PhotoLimits) -> Finding? {
        let sides = [facts.width, facts.height]
        guard !sides.allSatisfy(limits.side.contains) else { return nil }
        let isTooSmall = sides.contains { $0 < limits.side.lowerBound }
        return Finding(
            rule: name, severity: .refusal, seen: "\(facts.width)x\(facts.height)",
            limit: "\(limits.side.lowerBound)...\(limits.side.upperBound)",
            sentence: limits.subject.sentence(
                """
                The \(limits.subject.rawValue) is \(facts.width) by \(facts.height) pixels; each \
                side must have \(limits.side.lowerBound) to \(limits.side.upperBound).
                """,
                advice: isTooSmall ? "Choose a larger one." : "Save a smaller copy and try again."))
    }
}
