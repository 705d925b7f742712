/// The file has at least one byte and not too many.
enum ByteCountRule {
    static func finding(for facts: PhotoFacts, under limits: PhotoLimits) -> Finding? {
        finding(byteCount: facts.byteCount, under: limits)
    }

    /// Judges a size before anything else is known.
    static func finding(byteCount: Int, under limits: PhotoLimits) -> Finding? {
        guard !limits.byteCount.contains(byteCount) else { return nil }
        let most = grouped(limits.byteCount.upperBound)
        return Finding(
            rule: .byteCount, severity: .refusal, seen: "\(byteCount)",
            limit: "\(limits.byteCount.lowerBound)...\(limits.byteCount.upperBound)",
            sentence: byteCount < limits.byteCount.lowerBound
                ? "The file is empty. Choose another \(limits.subject.rawValue)."
                : """
                The \(limits.subject.rawValue) has \(grouped(byteCount)) bytes; at most \(most) are \
                accepted. Save a smaller copy and try again.
                """)
    }

    /// Writes 7000000 as 7,000,000, in every locale.
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
