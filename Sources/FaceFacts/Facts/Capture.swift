import Ground

/// How a photo was taken and saved, as far as its file and the face show together.
public struct Capture: Codable, Sendable, Equatable {
    /// The distance from the camera to the eyes; nil unless the photo is uncut, its lens is known, and the head faces the
    /// camera.
    ///
    /// By adults' usual distance between the eyes, so a person's own may make it a tenth wrong, and a child's more.
    public let distance: Measure?
    /// The quality that a JPEG was saved with, 1 to 100 in libjpeg's scale; nil for other formats.
    public let quality: Int?

    /// Creates a capture; nil if nothing is known.
    package init?(distance: Measure?, quality: Int?) {
        guard distance != nil || quality != nil else { return nil }
        self.distance = distance
        self.quality = quality
    }
}

extension Capture {
    /// Reads a capture from untrusted JSON.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        distance = try members.decodeIfPresent(Measure.self, forKey: .distance)
        quality = try members.optionalNumber(.quality, in: 1...100)
    }
}

/// What the header of a photo's file says of how the photo was taken and saved.
public struct PhotoSource: Sendable, Equatable {
    /// The focal length with the same field of view on 35 mm film, in millimetres; nil unless the photo is uncut.
    public let focalLength: Int?
    /// The quality that a JPEG was saved with, 1 to 100 in libjpeg's scale.
    public let quality: Int?

    /// Creates a source; by default nothing is known.
    public init(focalLength: Int? = nil, quality: Int? = nil) {
        self.focalLength = focalLength
        self.quality = quality
    }
}
