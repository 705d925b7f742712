import Ground

/// Measurements of a face that are never stored: they live only as long as the analysis.
///
/// They could identify a person, so they never enter a row, a file, a log or a page.
public struct FaceMeasures: Codable, Sendable, Equatable {
    /// The proportions of the face as numbers.
    public let ratios: FaceRatios
    /// The outline of the face as it is seen, clockwise from the forehead.
    public let outline: [PhotoPoint]

    package init(ratios: FaceRatios, outline: [PhotoPoint]) {
        self.ratios = ratios
        self.outline = outline
    }
}

/// The proportions of a face as numbers, from lengths in three dimensions, so that a small turn changes little.
public struct FaceRatios: Codable, Sendable, Equatable {
    /// The width at the cheekbones divided by the height from the chin to the hairline.
    public let widthToHeight: Double
    /// The width of the jaw divided by that at the cheekbones.
    public let jaw: Double
    /// The width of the forehead divided by that at the cheekbones.
    public let forehead: Double
    /// The distance between the eyes divided by the width at the cheekbones.
    public let eyeSpacing: Double
    /// The length of the nose, from between the eyes, divided by the height of the face.
    public let nose: Double

    package init(
        widthToHeight: Double, jaw: Double, forehead: Double, eyeSpacing: Double, nose: Double
    ) {
        self.widthToHeight = widthToHeight
        self.jaw = jaw
        self.forehead = forehead
        self.eyeSpacing = eyeSpacing
        self.nose = nose
    }
}

extension FaceRatios {
    /// Reads ratios from untrusted JSON.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        widthToHeight = try members.number(.widthToHeight, in: Double.ordinary)
        jaw = try members.number(.jaw, in: Double.ordinary)
        forehead = try members.number(.forehead, in: Double.ordinary)
        eyeSpacing = try members.number(.eyeSpacing, in: Double.ordinary)
        nose = try members.number(.nose, in: Double.ordinary)
    }
}
