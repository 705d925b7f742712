/// The light on a face.
public struct Light: Codable, Sendable, Equatable {
    /// Where most light comes from, as the viewer sees it.
    public enum Direction: String, Codable, Sendable, CaseIterable {
        case left, right, above, below, even
    }

    /// The median lightness of the skin.
    public let exposure: Measure
    /// The lightness exceeded by a twentieth of the face; low only in little light.
    public let highlights: Measure
    /// The share of the face that is clipped to white.
    public let overexposed: Measure
    /// The range of lightness in the face, from its 5th to its 95th percentile, with the latter scaled to 80.
    public let contrast: Measure
    /// How much more light the picture's right half of the face gets; negative if the left gets more.
    public let balance: Measure
    /// Where most light comes from.
    public let direction: Direction
    /// The lightness that a hundredth of the photo and of the head is below: the darker of both; nil in older analyses.
    public let black: Measure?
    /// The lightness that half a hundredth of the face is below, as pupils, lashes and nostrils are; nil in older analyses.
    public let faceBlack: Measure?

    package init(
        exposure: Measure, highlights: Measure, overexposed: Measure, contrast: Measure,
        balance: Measure, direction: Direction, black: Measure? = nil, faceBlack: Measure? = nil
    ) {
        self.exposure = exposure
        self.highlights = highlights
        self.overexposed = overexposed
        self.contrast = contrast
        self.balance = balance
        self.direction = direction
        self.black = black
        self.faceBlack = faceBlack
    }
}
