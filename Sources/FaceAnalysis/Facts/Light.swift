/// How a face is lit.
public struct Light: Codable, Sendable, Equatable {
    /// Where most light comes from, for one who looks at the picture.
    public enum Direction: String, Codable, Sendable, CaseIterable {
        case left, right, above, below, even
    }

    /// The median lightness of the skin.
    public let exposure: Measure
    /// The lightness that a twentieth of the face is above; low only where there is little light.
    public let highlights: Measure
    /// The share of the face without detail left in white.
    public let overexposed: Measure
    /// The range of lightness in the face, from its fifth to its 95th hundredth, with the latter
    /// set to 80.
    public let contrast: Measure
    /// How much more light the right half of the face gets, in the picture; negative where the left
    /// gets more.
    public let balance: Measure
    /// Where most light comes from.
    public let direction: Direction
}
