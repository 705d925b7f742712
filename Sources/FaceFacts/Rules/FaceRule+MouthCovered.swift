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
            !hidesEyes(cover) && cover.chinTint.value > mostChinTint
            && cover.lips.value < leastLips
        // Blur takes relief from any mouth, and from the eyes, too.
        let isSharp =
            cover.eyes.value >= clearEyes
            || facts.sharpness.map { $0.edges.value >= leastEdges } ?? false
        let hidesFace =
            isSharp && cover.certainty.value < leastCertainty
            && cover.mouth.value < leastMouthInDoubt
            && (hidesNose || cover.chinTint.value > doubtfulChinTint)
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
    private static let clearEyes = 32.0
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
    /// The tint of the chin beyond which it is covered or has a beard, and the distance of lips from either.
    ///
    /// Of innocent ones only beards have more than 10, and their lips are unlike them: none of 860 is beyond both limits, and masks
    /// below the nose are in 43 of 43, scarves over the mouth in 31.
    private static let mostChinTint = 15.0
    private static let leastLips = 8.0
}
