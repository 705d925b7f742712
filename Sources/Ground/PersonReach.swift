/// The extent of a person in a picture, in its pixels, and what is behind the person.
public struct PersonReach: Sendable, Equatable {
    /// The top of the head, with its hair; nil if it is outside the picture, or its edge is unclear.
    public var crown: Double?
    /// The ends of the shoulders; nil if one is outside the picture.
    public var shoulders: ClosedRange<Double>?
    /// Colours in sRGB of places around the head that certainly do not show the person, 8 bits each: none if there are no
    /// such places; nil if they are unknown.
    public var background: [SIMD3<UInt8>]?

    /// Creates a value; by default everything is unknown.
    public init(
        crown: Double? = nil, shoulders: ClosedRange<Double>? = nil,
        background: [SIMD3<UInt8>]? = nil
    ) {
        self.crown = crown
        self.shoulders = shoulders
        self.background = background
    }
}
