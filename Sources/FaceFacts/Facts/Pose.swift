/// The direction and tilt of a head.
public struct Pose: Codable, Sendable, Equatable {
    /// Where the nose points, as the viewer sees it.
    public enum Direction: String, Codable, Sendable, CaseIterable {
        case left, slightlyLeft, front, slightlyRight, right
    }

    /// How far the nose points to the right of the picture; negative to the left.
    ///
    /// With the points of the face, in degrees: front is within 8, clearly turned beyond 20. Without them, a
    /// score of how much better a view to the right fits than one to the left: front is within 1.5, clearly
    /// turned beyond 2.4.
    public let yaw: Measure
    /// The direction of that yaw.
    public let direction: Direction
    /// The tilt of the line through the eyes, in degrees clockwise on the screen.
    public let roll: Measure
    /// How far the head leans back, in degrees; negative if it leans forward.
    ///
    /// Nil without the points of the face.
    public let pitch: Measure?

    package init(yaw: Measure, direction: Direction, roll: Measure, pitch: Measure?) {
        self.yaw = yaw
        self.direction = direction
        self.roll = roll
        self.pitch = pitch
    }
}

extension Pose {
    /// Whether the head looks straight ahead.
    package var isStraight: Bool { abs(yaw.value) < (isInDegrees ? 6 : 1) }

    /// The yaw beyond which a head is clearly turned.
    var mostYaw: Double { (isInDegrees ? YawScale.byPoints : .byViews).turned }

    /// The most that a score can reach with this yaw.
    var ceiling: Double {
        (isInDegrees ? FaceTable.turnedCeiling : FaceTable.viewCeiling)(abs(yaw.value))
    }

    /// The curve from a yaw to the score's part.
    var yawCurve: Curve { isInDegrees ? FaceTable.yawDegrees : FaceTable.yaw }

    private var isInDegrees: Bool { yaw.unit == .degrees }
}
