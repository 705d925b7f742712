/// What was seen in a photo, without judgement; everything but `faces` is about the largest face.
///
/// A fact that cannot be known is nil. Left and right are always those of the picture as one looks
/// at it.
public struct FaceFacts: Codable, Sendable, Equatable {
    /// The width of the original photo in pixels.
    public let width: Double
    /// The height of the original photo in pixels.
    public let height: Double
    /// All faces that count: the largest first, then those at least 0.35 times as wide.
    public let faces: [Face]
    /// The quarter turns clockwise after which a face was found; nil where none was, or one was
    /// found upright.
    public let quarterTurns: Int?
    /// Where the head is turned and how it is tilted; nil where the face is too small to tell.
    public let pose: Pose?
    /// Where the eyes are.
    public let eyes: Eyes?
    /// How the head sits in the frame.
    public let framing: Framing?
    /// How the face is lit.
    public let light: Light?
    /// How sharp the face is.
    public let sharpness: Sharpness?
    /// How alike the halves of the face are, 0 to 1; nil unless the face is front-on and evenly
    /// lit.
    public let symmetry: Measure?
    /// The colours of the face and the clothes.
    public let colour: Colour?
    /// What is behind the person.
    public let background: Background?
    /// What eyes and mouth do; nil without the points of the face.
    public let expression: FaceExpression?
    /// The proportions of the face; nil without its points.
    public let proportions: Proportions?

    /// The largest face.
    public var main: Face? { faces.first }
}

/// A face that was found.
public struct Face: Codable, Sendable, Equatable {
    /// From the brows to the chin, from cheek to cheek.
    public let box: PhotoBox
    /// How sure the detector is, 0 to 1; 0.5 at its own threshold.
    public let confidence: Double
}
