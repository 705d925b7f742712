import Ground

/// The skin is not grainy.
enum NoiseRule: FaceRule {
    static let name = "noise"
    static let part: PhotoScore.Part? = .sharpness
    static let holdsFromSide = true

    static func finding(for facts: FaceFacts) -> Finding? {
        guard let noise = facts.sharpness?.noise, noise.value > FaceTable.noisySkin else {
            return nil
        }
        return Finding(
            rule: name, severity: .warning, seen: noise.text,
            limit: "at most \(Measure.text(FaceTable.noisySkin, .ratio)) grey levels",
            sentence: "The photo is grainy. Use a lower ISO setting, and no digital zoom.")
    }
}
