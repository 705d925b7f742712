/// The proportions of a face, from the points of a shape predictor that the user brought along.
public struct Proportions: Codable, Sendable, Equatable {
    /// The outline of a face, in the words of hairdressers and opticians.
    public enum Shape: String, Codable, Sendable, CaseIterable {
        case oval, round, square, oblong, heart
    }

    /// The gap between the eyes by the width of one eye; usually about 1.
    public let eyeSpacing: Measure
    /// The width of the face by its height from the brows to the chin; nil with 5 points.
    public let widthToHeight: Measure?
    /// The angle of the jaw at its corners, in degrees; nil with 5 points.
    public let jawAngle: Measure?
    /// The outline; nil with 5 points.
    public let shape: Shape?
}
