/// What was measured on a face and is kept nowhere: it lives as long as the look at the photo.
///
/// A face could be known again by it, so that no row, file, log or page gets it.
public struct FaceMeasures: Codable, Sendable, Equatable {
    /// The proportions of the face as numbers.
    public let ratios: FaceRatios
    /// The outline of the face, clockwise from the forehead.
    public let outline: [PhotoPoint]
}

/// The proportions of a face as numbers; all by lengths in three dimensions, so that a small turn changes little.
public struct FaceRatios: Codable, Sendable, Equatable {
    /// The width at the cheekbones by the height from the chin to the hairline.
    public let widthToHeight: Double
    /// The width of the jaw by that at the cheekbones.
    public let jaw: Double
    /// The width of the forehead by that at the cheekbones.
    public let forehead: Double
    /// The distance of the eyes by the width at the cheekbones.
    public let eyeSpacing: Double
    /// The length of the nose, from between the eyes, by the height of the face.
    public let nose: Double
}
