import Ground

extension FaceRule {
    /// The mouth is not covered: by a mask or a scarf, which is refused, or by what may be a hand, which is a warning.
    ///
    /// Beards, lipstick and veils leave the line between the lips in relief, and lips of another colour than the chin.
    static let mouthCovered = FaceRule(name: "mouthCovered") { facts in
        guard let cover = facts.cover, facts.framing?.outside == nil else { return nil }
        let hidesNose = cover.nose.value < leastNose
        // Dark glasses cover the skin that the chin is compared with.
        let hidesChin =
            cover.eyes.value >= leastEyes && cover.chinTint.value > mostChinTint
            && cover.lips.value < leastLips && cover.mouth.value < mostMouth
        // Blur takes relief from any mouth, and from the eyes, too.
        let isSharp =
            cover.eyes.value >= clearEyes
            || facts.sharpness.map { $0.edges.value >= leastEdges } ?? false
        let hidesFace =
            isSharp && cover.certainty.value < leastCertainty
            && cover.mouth.value < leastMouthInDoubt
            && (hidesNose
                || (cover.chinTint.value > doubtfulChinTint && cover.lips.value < doubtfulLips))
        let isFlat = isSharp && cover.mouth.value < leastMouth
        guard isFlat || hidesChin || hidesFace else { return nil }
        let parts =
            switch (hidesNose, hidesChin) {
            case (true, _): "mouth and nose"
            case (false, true): "mouth and chin"
            case (false, false): "mouth"
            }
        let isRefused = hidesChin || hidesFace || (isFlat && hidesNose)
        return Fault(
            severity: isRefused ? .refusal : .warning,
            seen: """
                mouth \(cover.mouth.text), nose \(cover.nose.text), chin \(cover.chinTint.text) from the skin's colour
                """,
            limit: """
                mouth at least \(Measure.text(leastMouth, .lightness)), nose at least \
                \(Measure.text(leastNose, .lightness)), lips unlike the chin
                """,
            sentence: isRefused
                ? "Something covers your \(parts), such as a mask or a scarf. Take it off."
                : "Something covers your mouth, such as a hand. Take it away from your face.")
    }

    // All measured on 43 portraits: as they are and changed in 20 innocent ways (beards of four colours, lipstick, veils, hats,
    // glasses, make-up, dark skin, light from one side, grey, washed out), and with masks, a hand, a cup, a patch or a scarf drawn on.

    /// The least steepness of edges at which a mouth without relief is covered, and not only blurred.
    ///
    /// Faces with masks and hands 0.36 at least; mouths that a blur left too little relief 0.30 at most.
    private static let leastEdges = 0.33
    /// The relief of the eyes from which on the photo is sharp whatever its edges are: white masks on dark faces outshine them.
    ///
    /// Three quarters of the faces with masks and hands 35 at least; with so strong a blur, one of 11, whose mouth had 18.
    private static let clearEyes = 36.0
    /// The least relief of the mouth.
    ///
    /// Hands, cups and patches 6 at most, masks 8 in 19 of 20; innocent ones 7 at least, and 10 unless they are washed out or have
    /// lips painted in the skin's colour.
    private static let leastMouth = 6.5
    /// The same where the net is unsure of the face.
    ///
    /// Masks 13 at most, patterned ones in 25 of 27.
    private static let leastMouthInDoubt = 14.0
    /// The least relief of the nostrils.
    ///
    /// Plain masks 11 at most; innocent ones 12 at least unless they are washed out.
    private static let leastNose = 11.0
    /// The least logit of the net.
    ///
    /// Masks 9 at most; innocent ones 9.2 at least but for one of 860, whose mouth is in relief.
    private static let leastCertainty = 9.0
    /// The tint of the chin beyond which it may be covered, where the net is unsure of the face.
    ///
    /// Patterned masks 10 in 19 of 20; skin 9 at most.
    private static let doubtfulChinTint = 9.0
    /// The distance of lips from the chin up to which both may be covered, where the net is unsure of the face.
    ///
    /// Of 144 beards the net is unsure of two, whose lips are 28 away.
    private static let doubtfulLips = 12.0
    /// The tint of the chin beyond which it is covered or has a beard.
    ///
    /// Of innocent faces only beards have more than 10.
    private static let mostChinTint = 15.0
    /// The distance of lips from the chin below which both are covered by the same.
    ///
    /// Of 172 beards with such a tint 6.7 at least; masks below the nose 5.4 at most.
    private static let leastLips = 6.0
    /// The relief of the mouth from which on it is seen whatever its colour.
    ///
    /// Beards whose lips are near in colour 38 at least; masks below the nose 13 at most.
    private static let mostMouth = 20.0
}
