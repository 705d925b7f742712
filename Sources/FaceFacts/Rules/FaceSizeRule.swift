import Ground

/// The face has enough pixels.
enum FaceSizeRule: FaceRule {
    static let name = "faceSize"
    static let part: PhotoScore.Part? = .resolution
    static let holdsFromSide = true

    static func finding(for facts: FaceFacts) -> Finding? {
        guard let distance = facts.eyes?.distance, distance.value < FaceTable.safeEyeDistance else {
            return nil
        }
        let isRefused = distance.value < FaceTable.leastEyeDistance
        let limit = isRefused ? FaceTable.leastEyeDistance : FaceTable.safeEyeDistance
        return Finding(
            rule: name, severity: isRefused ? .refusal : .warning, seen: distance.text,
            limit: "at least \(Measure.text(limit, .pixels)) between the eyes",
            sentence: sentence(distance, isRefused: isRefused))
    }

    private static func sentence(_ distance: Measure, isRefused: Bool) -> String {
        let advice = "Hand in the photo at its full size, or take one of more pixels."
        return isRefused
            ? "The face is too small: its eyes are only \(distance.text) apart. \(advice)"
            : "The face is small, so the headshot may not look like the person. \(advice)"
    }
}
