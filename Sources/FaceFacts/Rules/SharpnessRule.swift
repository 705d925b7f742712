package import Ground

/// The face is sharp; in noise, which looks like detail, only the edges count.
package enum SharpnessRule: FaceRule {
    package static let name = "sharpness"
    package static let part: PhotoScore.Part? = .sharpness
    package static let holdsFromSide = true

    package static func finding(for facts: FaceFacts) -> Finding? {
        guard let sharpness = facts.sharpness else { return nil }
        let isNoisy = sharpness.noise.value > FaceTable.noisySkin
        if isNoisy
            ? sharpness.edges.value < FaceTable.blurredEdges / 2
            : sharpness.detail.value < FaceTable.blurredDetail
        {
            return finding(
                sharpness, .refusal, limit: FaceTable.blurredDetail,
                sentence: """
                    The face is too blurred to be recognised. Clean the lens, hold the camera still, focus on the \
                    eyes, and try again.
                    """)
        }
        guard
            sharpness.detail.value < FaceTable.softDetail
                || sharpness.edges.value < FaceTable.blurredEdges
        else { return nil }
        return finding(
            sharpness, .warning, limit: FaceTable.softDetail,
            sentence: "The face is a little soft. Hold the camera still and focus on the eyes.")
    }

    private static func finding(
        _ sharpness: Sharpness, _ severity: Finding.Severity, limit: Double, sentence: String
    ) -> Finding {
        Finding(
            rule: name, severity: severity,
            seen: "detail \(sharpness.detail.text), edges \(sharpness.edges.text)",
            limit: """
                detail at least \(Measure.text(limit, .ratio)), edges at least \
                \(Measure.text(FaceTable.blurredEdges, .ratio))
                """,
            sentence: sentence)
    }
}
