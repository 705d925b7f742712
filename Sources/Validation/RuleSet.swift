/// The rules for a picture's facts, in the order of their findings.
enum RuleSet {
    /// A rule: facts and limits in, at most one finding out.
    typealias Rule = @Sendable (PhotoFacts, PhotoLimits) -> Finding?

    static let rules: [Rule] = [
        ByteCountRule.finding,
        FormatRule.finding,
        SideRule.finding,
        ScanCountRule.finding,
        SinglePageRule.finding,
    ]

    static func findings(for facts: PhotoFacts, under limits: PhotoLimits) -> [Finding] {
        rules.compactMap { rule in rule(facts, limits) }
    }
}
