/// The skin is not grainy.
enum NoiseRule {
    static func finding(for facts: FaceFacts) -> FaceFinding? {
        guard let noise = facts.sharpness?.noise, noise.value > FaceTable.noisySkin else {
            return nil
        }
        return FaceFinding(
            rule: .noise, severity: .warning, seen: noise.text,
            limit: "at most \(Measure.text(FaceTable.noisySkin, .ratio)) grey levels",
            sentence: "The photo is grainy. Use a lower ISO setting, and no digital zoom.")
    }
}
