/// The extent of a person in a picture, in its pixels.
public struct PersonReach: Sendable, Equatable {
    /// The top of the head, with its hair; nil if it is outside the picture, or its edge is unclear.
    public var crown: Double?
    /// The ends of the shoulders; nil if one is outside the picture.
    public var shoulders: ClosedRange<Double>?

    /// Creates a value; by default everything is unknown.
    public init(crown: Double? = nil, shoulders: ClosedRange<Double>? = nil) {
        self.crown = crown
        self.shoulders = shoulders
    }
}
