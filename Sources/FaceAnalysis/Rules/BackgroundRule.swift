/// The background is calm.
enum BackgroundRule {
    static func finding(for facts: FaceFacts) -> FaceFinding? {
        guard let clutter = facts.background?.clutter, clutter.value > FaceTable.busyBackground
        else {
            return nil
        }
        return FaceFinding(
            rule: .background, severity: .warning, seen: clutter.text,
            limit: "at most \(Measure.text(FaceTable.busyBackground, .share)) of it edges",
            sentence: "The background is busy. Stand before a plain wall, two steps away from it.")
    }
}
