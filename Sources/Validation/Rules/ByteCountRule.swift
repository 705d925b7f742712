import Ground

/// The file has at least one byte and not too many.
enum ByteCountRule: JudgingRule {
    static let name = "byteCount"
    static let requirement = "The photo was refused: its file is too large, or empty."

    static func finding(for facts: PhotoFacts, under limits: PhotoLimits) -> Finding? {
        finding(byteCount: facts.byteCount, under: limits)
    }

    /// Checks the size before anything else is known.
    static func finding(byteCount: Int, under limits: PhotoLimits) -> Finding? {
        guard !limits.byteCount.contains(byteCount) else { return nil }
        let isTooSmall = byteCount < limits.byteCount.lowerBound
        return Finding(
            rule: name, severity: .refusal, seen: "\(byteCount)",
            limit: "\(limits.byteCount.lowerBound)...\(limits.byteCount.upperBound)",
            sentence: isTooSmall ? empty(limits) : tooLarge(byteCount, limits))
    }

    private static func empty(_ limits: PhotoLimits) -> String {
        limits.subject.sentence(
            "The \(limits.subject.rawValue) is an empty file.", advice: "Choose another one.")
    }

    private static func tooLarge(_ byteCount: Int, _ limits: PhotoLimits) -> String {
        limits.subject.sentence(
            """
            The \(limits.subject.rawValue) has \(grouped(byteCount)) bytes; at most \
            \(grouped(limits.byteCount.upperBound)) are accepted.
            """,
            advice: "Save a smaller copy and try again.")
    }

    /// Writes 7000000 as 7,000,000 in every locale.
    private static func grouped(_ number: Int) -> String {
        var groups: [Substring] = []
        var rest = Substring(String(number))
        while rest.count > 3 {
            groups.insert(rest.suffix(3), at: 0)
            rest = rest.dropLast(3)
        }
        groups.insert(rest, at: 0)
        return groups.joined(separator: ",")
    }
}
