import Ground

/// The content is of an accepted format, whatever the file is called.
enum FormatRule: JudgingRule {
    static let name = "format"
    static let requirement = "The photo was refused: its format is not accepted."

    static func finding(for facts: PhotoFacts, under limits: PhotoLimits) -> Finding? {
        guard !limits.formats.contains(facts.format) else { return nil }
        return refusal(of: facts.format.rawValue, under: limits)
    }

    /// Refuses content in a format that no loader here reads, naming it.
    static func refusal(of content: String, under limits: PhotoLimits) -> Finding {
        let accepted = limits.formats.map(\.rawValue).joined(separator: ", ")
        return Finding(
            rule: name, severity: .refusal, seen: content, limit: accepted,
            sentence: limits.subject.sentence(
                """
                The content of the \(limits.subject.rawValue)'s file is \(content); \
                \(accepted) are accepted.
                """,
                advice: "Save it as JPEG and try again."))
    }
}
