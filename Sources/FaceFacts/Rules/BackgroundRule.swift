import Ground

/// The background is calm.
enum BackgroundRule: FaceRule {
    static let name = "background"
    static let part: PhotoScore.Part? = .background
    static let isOfFace = false

    static func finding(for facts: FaceFacts) -> Finding? {
        guard let clutter = facts.background?.clutter, clutter.value > FaceTable.busyBackground
        else {
            return nil
        }
        return Finding(
            rule: name, severity: .warning, seen: clutter.text,
            limit: "at most \(Measure.text(FaceTable.busyBackground, .share)) of it edges",
            sentence: "The background is busy. Stand before a plain wall, two steps away from it.")
    }
}
