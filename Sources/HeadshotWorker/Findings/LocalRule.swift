public import FaceFacts
public import Ground
public import PromptFactory

/// Rules for headshots made without a model; the raw value is stable and stored.
public enum LocalRule: String, Sendable, CaseIterable {
    /// The head is turned as ordered, since a crop cannot turn it.
    case localAngle

    /// Refuses a photo whose head is not turned as ordered; a view from the front can be cropped from any photo.
    ///
    /// `--force` does not override it. Also nil if no face was found, which another finding reports.
    public static func finding(
        for analysis: PhotoAnalysis?, ordered angle: Angle
    ) -> Finding? {
        guard let facts = analysis?.facts, facts.main != nil, angle != .front else { return nil }
        let seen = facts.pose?.direction
        guard seen?.fits(angle) != true else { return nil }
        let head =
            seen.map { "The head \($0.words)" } ?? "It is not known where the head is turned"
        return Finding(
            rule: LocalRule.localAngle.rawValue, severity: .refusal,
            seen: seen?.rawValue ?? "unknown", limit: angle.rawValue,
            sentence: """
                \(head), and the provider 'local' cannot turn it: \(angle.words) was ordered. The provider \
                'gemini' can make it.
                """)
    }
}
