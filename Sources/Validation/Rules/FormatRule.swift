/// The content is of an accepted format, whatever the file is called.
enum FormatRule {
    static func finding(for facts: PhotoFacts, under limits: PhotoLimits) -> Finding? {
        finding(content: .photo(facts.format), under: limits)
    }

    /// Judges the first bytes of a file before anything else is known.
    static func finding(content: FileContent, under limits: PhotoLimits) -> Finding? {
        let seen: String
        switch content {
        case .photo(let format) where limits.formats.contains(format): return nil
        case .photo(let format): seen = format.rawValue
        case .other(let name): seen = name
        }
        let accepted = limits.formats.map(\.rawValue).joined(separator: ", ")
        return Finding(
            rule: .format, severity: .refusal, seen: seen, limit: accepted,
            sentence: """
                The content of the file is \(seen); \(accepted) are accepted. \
                Save the \(limits.subject.rawValue) as JPEG and try again.
                """)
    }
}
