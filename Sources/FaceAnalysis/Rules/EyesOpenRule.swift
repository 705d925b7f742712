/// The eyes are open.
enum EyesOpenRule {
    static func finding(for facts: FaceFacts) -> FaceFinding? {
        // If the eyes cannot be made out, their openings are meaningless.
        guard let opening = facts.expression?.eyeOpening, facts.eyes?.isApproximate == false,
            opening.value < FaceTable.openEyes
        else { return nil }
        return FaceFinding(
            rule: .eyesOpen, severity: .warning, seen: opening.text,
            limit: "at least \(Measure.text(FaceTable.openEyes, .ratio))",
            sentence: "The eyes seem to be shut. Use a photo in which they are open.")
    }
}
