import Ground

/// The eyes are open.
enum EyesOpenRule: FaceRule {
    static let name = "eyesOpen"

    static func finding(for facts: FaceFacts) -> Finding? {
        // Of eyes that cannot be made out, their openings mean nothing.
        guard let opening = facts.expression?.eyeOpening, facts.eyes?.isApproximate == false,
            opening.value < FaceTable.openEyes
        else { return nil }
        return Finding(
            rule: name, severity: .warning, seen: opening.text,
            limit: "at least \(Measure.text(FaceTable.openEyes, .ratio))",
            sentence: "The eyes seem to be shut. Use a photo in which they are open.")
    }
}
