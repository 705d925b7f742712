import Ground

/// The head is in the middle, with the eyes above it.
enum PlacementRule: FaceRule {
    static let name = "placement"
    static let part: PhotoScore.Part? = .framing
    static let isOfFace = false

    static func finding(for facts: FaceFacts) -> Finding? {
        guard let framing = facts.framing else { return nil }
        if abs(framing.offCentre.value) > FaceTable.offCentre {
            let side = framing.offCentre.value > 0 ? "right" : "left"
            return finding(
                seen: framing.offCentre.text, limit: "within \(FaceTable.offCentre) of the middle",
                sentence: "The head is far to the \(side) of the picture. Put it in the middle.")
        }
        guard !FaceTable.eyeLine.contains(framing.eyeLine.value) else { return nil }
        let isHigh = framing.eyeLine.value < FaceTable.eyeLine.lowerBound
        return finding(
            seen: framing.eyeLine.text,
            limit:
                "eyes at \(FaceTable.eyeLine.lowerBound) to \(FaceTable.eyeLine.upperBound) from the top",
            sentence: isHigh
                ? "The head is at the upper edge. Leave room above it."
                : "The head is low in the photo. Leave less room above it.")
    }

    private static func finding(seen: String, limit: String, sentence: String) -> Finding {
        Finding(
            rule: name, severity: .warning, seen: seen, limit: limit, sentence: sentence)
    }
}
