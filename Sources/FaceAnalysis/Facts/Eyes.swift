/// Where the eyes are, in pixels of the original photo.
public struct Eyes: Codable, Sendable, Equatable {
    /// The eye at the left of the picture, which is the person's right one.
    public let left: PhotoPoint
    /// The eye at the right of the picture, which is the person's left one.
    public let right: PhotoPoint
    /// The distance of the eyes' middles, in pixels; its confidence is that of the positions.
    public let distance: Measure
    /// Whether the eyes were not seen clearly and their usual place in a face was taken instead.
    public let isApproximate: Bool
}
