import Ground

/// The face is not too dark; dark skin in good light has bright highlights and is never refused.
enum ExposureRule: FaceRule {
    static let name = "exposure"
    static let part: PhotoScore.Part? = .light
    static let holdsFromSide = true

    static func finding(for facts: FaceFacts) -> Finding? {
        guard let light = facts.light else { return nil }
        if light.exposure.value < FaceTable.darkSkin,
            light.highlights.value < FaceTable.darkHighlights
        {
            return Finding(
                rule: name, severity: .refusal, seen: seen(light),
                limit: limit(FaceTable.darkSkin, FaceTable.darkHighlights),
                sentence:
                    "The face is too dark to be recognised. Turn to a window or a lamp and try again."
            )
        }
        guard light.exposure.value < FaceTable.dimSkin,
            light.highlights.value < FaceTable.brightHighlights
        else { return nil }
        return Finding(
            rule: name, severity: .warning, seen: seen(light),
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
