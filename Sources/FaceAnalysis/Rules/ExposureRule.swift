/// The face is not too dark; dark skin in good light has bright highlights and is never refused.
enum ExposureRule {
    static func finding(for facts: FaceFacts) -> FaceFinding? {
        guard let light = facts.light else { return nil }
        if light.exposure.value < FaceTable.darkSkin,
            light.highlights.value < FaceTable.darkHighlights
        {
            return FaceFinding(
                rule: .exposure, severity: .refusal, seen: seen(light),
                limit: limit(FaceTable.darkSkin, FaceTable.darkHighlights),
                sentence:
                    "The face is too dark to be recognised. Turn to a window or a lamp and try again."
            )
        }
        guard light.exposure.value < FaceTable.dimSkin,
            light.highlights.value < FaceTable.brightHighlights
        else { return nil }
        return FaceFinding(
            rule: .exposure, severity: .warning, seen: seen(light),
            limit: limit(FaceTable.dimSkin, FaceTable.brightHighlights),
            sentence: "The face gets little light. Turn to a window or a lamp.")
    }

    private static func seen(_ light: Light) -> String {
        "\(light.exposure.text), highlights \(light.highlights.text)"
    }

    private static func limit(_ skin: Double, _ highlights: Double) -> String {
        "at least \(Measure.text(skin, .lightness)), or highlights of \(Measure.text(highlights, .lightness))"
    }
}
