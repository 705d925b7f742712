public import FaceAnalysis
public import Ground
public import PromptFactory

/// What cannot be done with a photo without a model; the raw value is stable and is stored.
public enum LocalRule: String, Sendable, CaseIterable {
    /// The head is turned as it was ordered: a crop cannot turn it.
    case localAngle

    /// Refuses a photo whose head is not turned as ordered; a view from the front is cut from any photo.
    ///
    /// No force overrides it. Nil too where no face was seen, which another finding says.
    public static func finding(
        for analysis: PhotoAnalysis?, ordered angle: Angle
    ) -> Finding? {
        guard let facts = analysis?.facts, facts.main != nil, angle != .front else { return nil }
        let seen = facts.pose?.direction
        guard seen?.fits(angle) != true else { return nil }
        let head =
            seen.map { "The head \($0.words)" } ?? "It cannot be told where the head is turned"
        return Finding(
            rule: LocalRule.localAngle.rawValue, severity: .refusal,
            seen: seen?.rawValue ?? "unknown", limit: angle.rawValue,
            sentence: """
                \(head), and the provider 'local' cannot turn it: \(angle.words) was ordered. The provider \
                'gemini' can make it.
                """)
    }
}
