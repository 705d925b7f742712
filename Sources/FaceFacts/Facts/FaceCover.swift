/// How clearly the parts of a face stand out where its points place them; what covers a part hides its relief.
///
/// A relief is the range of lightness across a part, scaled to skin of lightness 80, so that it does not depend on the
/// amount of light; where a photo has little range from black to white, as in haze, also by that.
public struct FaceCover: Codable, Sendable, Equatable {
    /// The relief of the clearer eye: open eyes 20 to 70, also behind glasses; dark glasses up to 13.
    public let eyes: Measure
    /// How much darker the skin below both eyes is than the cheeks, scaled like a relief: up to 26, behind dark glasses
    /// more than 40.
    public let eyeShade: Measure
    /// The relief of the line between the lips, in the half of the mouth that has less: 10 to 80; behind a hand or a mask
    /// up to 8.
    public let mouth: Measure
    /// The relief of the nostrils: 12 to 60; under a mask up to 10.
    public let nose: Measure
    /// The distance in CIELAB's a and b of the chin from the skin around the eyes: up to 10, beards up to 40.
    public let chinTint: Measure
    /// The distance in CIELAB of the lips from the chin: less than 8 where both are pale or covered.
    public let lips: Measure
    /// How sure the net is of the face: its logit, up to 10; with a mask up to 9.
    public let certainty: Measure

    package init(
        eyes: Measure, eyeShade: Measure, mouth: Measure, nose: Measure, chinTint: Measure,
        lips: Measure, certainty: Measure
    ) {
        self.eyes = eyes
        self.eyeShade = eyeShade
        self.mouth = mouth
        self.nose = nose
        self.chinTint = chinTint
        self.lips = lips
        self.certainty = certainty
    }
}

/// A part of a face that a headshot must show.
public enum FacePart: String, Codable, Sendable, CaseIterable {
    case eyes, mouth
}
