public import FaceFacts

/// The place and the size of the largest head in a photo; lengths are in pixels of the original photo.
public struct HeadPlace: Sendable, Equatable {
    /// The middle of the head at eye level.
    public let middle: PhotoPoint
    /// The distance between the eyes of a head of this size that faces the camera.
    public let eyeDistance: Double

    /// How far the middle of a turned head is from the middle of its eyes, in eye distances.
    private static let lean = 0.35

    /// Nil without a face.
    public init?(_ facts: FaceFacts) {
        guard let framing = facts.framing else { return nil }
        // If the nose points to the left, the back of the head is to its right.
        let lean =
            switch facts.pose?.direction {
            case .left: Self.lean
            case .right: -Self.lean
            case .front, .slightlyLeft, .slightlyRight, nil: 0.0
            }
        eyeDistance =
            framing.headShare.value * facts.height / (FramingMeter.crown + FramingMeter.chin)
        middle = PhotoPoint(
            x: (0.5 + framing.offCentre.value) * facts.width + lean * eyeDistance,
            y: framing.eyeLine.value * facts.height)
    }
}
