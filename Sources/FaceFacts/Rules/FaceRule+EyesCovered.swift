import Ground

extension FaceRule {
    /// The eyes are not behind dark glasses.
    ///
    /// Glasses, shadow and make-up leave the eyes in relief; only what is dark and flat is refused.
    static let eyesCovered = FaceRule(name: "eyesCovered") { facts in
        guard let cover = facts.cover, facts.framing?.outside == nil, hidesEyes(cover) else {
            return nil
        }
        return Fault(
            severity: .refusal,
            seen: "eyes \(cover.eyes.text), \(cover.eyeShade.text) darker than the cheeks",
            limit: """
                at least \(Measure.text(leastEyes, .lightness)), or darker by at most \
                \(Measure.text(mostEyeShade, .lightness))
                """,
            sentence: "Something covers your eyes, such as sunglasses. Take them off.")
    }

    /// Whether something dark and flat is before both eyes.
    static func hidesEyes(_ cover: FaceCover) -> Bool {
        cover.eyes.value < leastEyes && cover.eyeShade.value > mostEyeShade
    }

    /// The least relief of the clearer eye.
    ///
    /// Measured on 43 portraits with dark glasses drawn on in three ways: 13 at most in 127 of 129. The same portraits as they
    /// are and changed in 20 innocent ways (glasses, tinted ones, hats with a shadow, make-up, dark skin, beards): 17 at least
    /// where the eyes are darker than the limit below.
    static let leastEyes = 14.0
    /// How much darker than the cheeks the skin below the eyes may be.
    ///
    /// Measured as above: dark glasses 41 at least; the portraits as they are 30 at most.
    private static let mostEyeShade = 30.0
}
