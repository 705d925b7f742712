/// Light does not come from below.
enum LightDirectionRule {
    static func finding(for facts: FaceFacts) -> FaceFinding? {
        guard let light = facts.light, light.direction == .below else { return nil }
        return FaceFinding(
            rule: .lightDirection, severity: .warning, seen: "light from below",
            limit: "light from the front, a side, or above",
            sentence:
                "The light comes from below, as from a screen or a table. Use light at eye level or above."
        )
    }
}
