import Ground

/// What was measured in a photo, without judgement; everything but `faces` is about the largest face.
///
/// An unknown fact is nil. Left and right are the viewer's.
public struct FaceFacts: Codable, Sendable, Equatable {
    /// The width of the original photo in pixels.
    public let width: Double
    /// The height of the original photo in pixels.
    public let height: Double
    /// All faces that count: the largest first, then those at least 0.35 times as wide.
    public let faces: [Face]
    /// The quarter turns clockwise after which a face was found; nil if there is none, or if it is upright.
    public let quarterTurns: Int?
    /// The direction and tilt of the head; nil if the face is too small to tell.
    public let pose: Pose?
    /// Where the eyes are.
    public let eyes: Eyes?
    /// The head's place in the frame.
    public let framing: Framing?
    /// The light on the face.
    public let light: Light?
    /// The sharpness of the face.
    public let sharpness: Sharpness?
    /// How similar the halves of the face are, 0 to 1; nil unless the face is frontal and evenly lit.
    public let symmetry: Measure?
    /// The colours of the face and the clothes.
    public let colour: Colour?
    /// The background.
    public let background: Background?
    /// The expression of eyes and mouth; nil without the points of the face.
    public let expression: FaceExpression?
    /// The proportions of the face; nil without its points.
    public let proportions: Proportions?
    /// How clearly the parts of the face stand out; nil without its points.
    public let cover: FaceCover?
    /// How the photo was taken and saved; nil if nothing is known.
    public let capture: Capture?

    /// The largest face.
    public var main: Face? { faces.first }

    package init(
        width: Double, height: Double, faces: [Face], quarterTurns: Int? = nil, pose: Pose? = nil,
        eyes: Eyes? = nil, framing: Framing? = nil, light: Light? = nil,
        sharpness: Sharpness? = nil, symmetry: Measure? = nil, colour: Colour? = nil,
        background: Background? = nil, expression: FaceExpression? = nil,
        proportions: Proportions? = nil, cover: FaceCover? = nil,
        capture: Capture? = nil
    ) {
        self.width = width
        self.height = height
        self.faces = faces
        self.quarterTurns = quarterTurns
        self.pose = pose
        self.eyes = eyes
        self.framing = framing
        self.light = light
        self.sharpness = sharpness
        self.symmetry = symmetry
        self.colour = colour
        self.background = background
        self.expression = expression
        self.proportions = proportions
        self.cover = cover
        self.capture = capture
    }
}

/// A face that was found.
public struct Face: Codable, Sendable, Equatable {
    /// From the brows to the chin, from cheek to cheek.
    public let box: PhotoBox
    /// The detector's confidence, 0 to 1; 0.5 at its own threshold.
    public let confidence: Double

    package init(box: PhotoBox, confidence: Double) {
        self.box = box
        self.confidence = confidence
    }
}

extension FaceFacts {
    /// Reads facts from untrusted JSON.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func given<Fact: Decodable>(_ key: CodingKeys) throws -> Fact? {
            try members.decodeIfPresent(Fact.self, forKey: key)
        }
        width = try members.number(.width, in: Self.sides)
        height = try members.number(.height, in: Self.sides)
        faces = try members.decode([Face].self, forKey: .faces)
        quarterTurns = try members.optionalNumber(.quarterTurns, in: Int.ordinary)
        pose = try given(.pose)
        eyes = try given(.eyes)
        framing = try given(.framing)
        light = try given(.light)
        sharpness = try given(.sharpness)
        symmetry = try given(.symmetry)
        colour = try given(.colour)
        background = try given(.background)
        expression = try given(.expression)
        proportions = try given(.proportions)
        cover = try given(.cover)
        capture = try given(.capture)
    }

    /// The sides that a photo may have, by the formats.
    private static let sides = 1.0...1_000_000
}

extension Face {
    /// Reads a face from untrusted JSON.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        box = try members.decode(PhotoBox.self, forKey: .box)
        confidence = try members.number(.confidence, in: Double.ordinary)
    }
}
