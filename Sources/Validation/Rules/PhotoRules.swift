import Ground

/// The rules over a photo, in the order of their findings.
package enum PhotoRules {
    package static let all: [any PhotoRule.Type] = [
        RegularFileRule.self,
        SteadyFileRule.self,
        ByteCountRule.self,
        FormatRule.self,
        HeaderRule.self,
        SideRule.self,
        ScanCountRule.self,
        SinglePageRule.self,
        DecodingRule.self,
        SafeDecodingRule.self,
        SentSideRule.self,
        SentByteCountRule.self,
    ]

    /// What they are called.
    package static var names: [String] { all.map { rule in rule.name } }

    /// The rule of a name; nil where none of these has it.
    package static func named(_ name: String) -> (any PhotoRule.Type)? {
        all.first { $0.name == name }
    }

    /// What those rules say that need nothing but the facts.
    static func findings(for facts: PhotoFacts, under limits: PhotoLimits) -> [Finding] {
        all.compactMap { rule in
            (rule as? any JudgingRule.Type)?.finding(for: facts, under: limits)
        }
    }
}
