import Ground

/// The face is neither flat nor harsh.
enum ContrastRule: FaceRule {
    static let name = "contrast"
    static let part: PhotoScore.Part? = .contrast

    static func finding(for facts: FaceFacts) -> Finding? {
        let usual = FaceTable.flatContrast...FaceTable.harshContrast
        guard let contrast = facts.light?.contrast, !usual.contains(contrast.value) else {
            return nil
        }
        let isFlat = contrast.value < usual.lowerBound
        return Finding(
            rule: name, severity: .warning, seen: contrast.text,
            limit: """
                \(Measure.text(usual.lowerBound, .lightness)) to \(Measure.text(usual.upperBound, .lightness))
                """,
            sentence: isFlat
                ? "The face is flat and grey. Clean the lens, and avoid light from behind."
                : "Light and shadow on the face are harsh. Use softer light, as from a window without sun."
        )
    }
}
