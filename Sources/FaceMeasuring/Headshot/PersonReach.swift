/// The extent of a person in a photo, measured elsewhere; lengths are in pixels of the original photo.
public struct PersonReach: Sendable, Equatable {
    /// The top of the head, with its hair; nil if unknown.
    public var crown: Double?
    /// The ends of the shoulders; nil if unknown.
    public var shoulders: ClosedRange<Double>?

    /// Creates a value; by default everything is unknown.
    public init(crown: Double? = nil, shoulders: ClosedRange<Double>? = nil) {
        self.crown = crown
        self.shoulders = shoulders
    }
}
