/// How far a person reaches in a photo, measured elsewhere; lengths are in pixels of the original photo.
public struct PersonReach: Sendable, Equatable {
    /// The top of the head, with its hair; nil where that is not known.
    public var crown: Double?
    /// The ends of the shoulders; nil where they are not known.
    public var shoulders: ClosedRange<Double>?

    /// Creates a value; by default nothing is known.
    public init(crown: Double? = nil, shoulders: ClosedRange<Double>? = nil) {
        self.crown = crown
        self.shoulders = shoulders
    }
}
