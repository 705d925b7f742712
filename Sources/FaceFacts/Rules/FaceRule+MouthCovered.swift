import Ground

extension FaceRule {
    /// The mouth is not covered: by a mask, which is refused, or by something that may be a hand, which is a warning.
    ///
    /// Beards, lipstick and veils leave the line between the lips in relief.
    static let mouthCovered = FaceRule(name: "mouthCovered") { facts in
        guard let cover = facts.cover else { return nil }
        let isMasked =
            cover.certainty.value < leastCertainty && cover.mouth.value < leastMouthInDoubt
            && (cover.nose.value < leastNose || cover.mouthTint.value > doubtfulTint)
        guard isMasked || cover.mouth.value < leastMouth else { return nil }
        let hidesNose = cover.nose.value < leastNose
        let isRefused = isMasked || hidesNose || cover.mouthTint.value > mostTint
        return Fault(
            severity: isRefused ? .refusal : .warning,
            seen: "relief of the mouth \(cover.mouth.text), of the nose \(cover.nose.text)",
            limit: """
                at least \(Measure.text(leastMouth, .lightness)) and \(Measure.text(leastNose, .lightness))
                """,
            sentence: isRefused
                ? """
                Something covers your \(hidesNose ? "mouth and nose" : "mouth"), such as a mask. Take it off.
                """
                : "Something covers your mouth, such as a hand. Take it away from your face.")
    }

    // All measured on 43 portraits: as they are and changed in 19 innocent ways (beards, lipstick, veils, hats, glasses, dark skin,
    // light from one side, grey, washed out), and with masks, a hand, a cup or a patch drawn on.

    /// Hands, cups and patches 6 at most, masks 8 in 19 of 20; innocent ones 8.1 at least, and 14 with their own lips in usual
    /// contrast.
    private static let leastMouth = 6.5
    /// The limit where the net is unsure of the face: masks 15 at most, patterned ones in 25 of 27.
    private static let leastMouthInDoubt = 14.0
    /// Plain masks 11 at most; innocent ones 12 at least, unless they are washed out.
    private static let leastNose = 11.0
    /// The logit of the net: masks 9 at most; innocent ones 9.2 at least but for one of 860, whose mouth is in relief.
    private static let leastCertainty = 9.0
    /// Patterned masks 9 at least.
    private static let doubtfulTint = 9.0
    /// Hands in the face's own colour 9 at most in 9 of 10, coloured masks that leave out the nose 20 at least.
    private static let mostTint = 18.0
}
