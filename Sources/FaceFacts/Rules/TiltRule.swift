import Ground

/// The head is upright.
enum TiltRule: FaceRule {
    static let name = "tilt"
    static let part: PhotoScore.Part? = .pose

    static func finding(for facts: FaceFacts) -> Finding? {
        guard let roll = facts.pose?.roll, abs(roll.value) > FaceTable.tilt else { return nil }
        let side = roll.value > 0 ? "right" : "left"
        return Finding(
            rule: name, severity: .warning, seen: roll.text,
            limit: "within \(Measure.text(FaceTable.tilt, .degrees))",
            sentence:
                "The head is tilted to the \(side) of the picture. Hold the head and the camera upright."
        )
    }
}
