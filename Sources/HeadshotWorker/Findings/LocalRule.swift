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
        guard let facts = analysis?.facts, facts.main != nil else { return nil }
        return finding(seeing: facts.pose?.direction, ordered: angle)
    }

    /// The same by the direction of a face that was found; a head that is hardly turned would look as in a view from the front.
    package static func finding(
        seeing seen: Pose.Direction?, ordered angle: Angle
    ) -> Finding? {
        guard angle != .front, seen?.rawValue != angle.rawValue else { return nil }
        let head =
            seen.map { "Your head \($0.words)" } ?? "It isn't clear where your head is turned"
        return Finding(
            rule: LocalRule.localAngle.rawValue, severity: .refusal,
            seen: seen?.rawValue ?? "unknown", limit: angle.rawValue,
            sentence: """
                \(head), and it is not turned when the headshot is made here. For this style, use a photo in which \
                it is clearly turned to the \(angle.rawValue) of the picture.
                """)
    }
}
