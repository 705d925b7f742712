import Ground

extension FaceRule {
    /// The eyes are not behind dark glasses.
    ///
    /// Glasses, shadow and make-up leave the eyes in relief; only what is dark and flat is refused.
    static let eyesCovered = FaceRule(name: "eyesCovered") { facts in
        guard let cover = facts.cover, cover.eyes.value < leastEyes,
            cover.eyeShade.value > mostEyeShade
        else { return nil }
        return Fault(
            severity: .refusal,
            seen: "relief of the eyes \(cover.eyes.text), darker than the cheeks by \(cover.eyeShade.text)",
            limit: """
                at least \(Measure.text(leastEyes, .lightness)), or darker by at most \
                \(Measure.text(mostEyeShade, .lightness))
                """,
            sentence: "Something covers your eyes, such as sunglasses. Take them off.")
    }

    /// Measured on 43 portraits with dark glasses drawn on in three ways: 13 at most in 127 of 129. The same portraits as they are and
    /// changed in 19 innocent ways (glasses, tinted ones, hats with a shadow, make-up, dark skin, beards): 15 at least where the eyes
    /// are darker than the limit below.
    private static let leastEyes = 14.0
    /// Measured as above: dark glasses 41 at least; the portraits as they are 26 at most.
    private static let mostEyeShade = 30.0
}
