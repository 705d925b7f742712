/// Where a head is turned, and how it is tilted.
public struct Pose: Codable, Sendable, Equatable {
    /// Where the nose points, for one who looks at the picture.
    public enum Direction: String, Codable, Sendable, CaseIterable {
        case left, slightlyLeft, front, slightlyRight, right
    }

    /// How much better a view with the nose to the right of the picture fits than one to the left:
    /// a score.
    ///
    /// Front is within 1.5 of 0, clearly turned beyond 2.4; the scale is the detector's own and not
    /// degrees.
    public let yaw: Measure
    /// The direction that the yaw stands for.
    public let direction: Direction
    /// The tilt of the line through the eyes, in degrees clockwise on the screen.
    public let roll: Measure
}
