import Ground

/// Light does not come from below.
enum LightDirectionRule: FaceRule {
    static let name = "lightDirection"
    static let part: PhotoScore.Part? = .light

    static func finding(for facts: FaceFacts) -> Finding? {
        guard let light = facts.light, light.direction == .below else { return nil }
        return Finding(
            rule: name, severity: .warning, seen: "light from below",
            limit: "light from the front, a side, or above",
            sentence:
                "The light comes from below, as from a screen or a table. Use light at eye level or above."
        )
    }
}
