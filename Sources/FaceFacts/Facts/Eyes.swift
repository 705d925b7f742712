/// Where the eyes are, in pixels of the original photo.
public struct Eyes: Codable, Sendable, Equatable {
    /// The eye at the left of the picture, which is the person's right one.
    public let left: PhotoPoint
    /// The eye at the right of the picture, which is the person's left one.
    public let right: PhotoPoint
    /// The distance between the centres of the eyes, in pixels; its confidence is that of the positions.
    public let distance: Measure
    /// Whether the eyes' usual place in a face was used, because they were not seen clearly.
    public let isApproximate: Bool

    package init(left: PhotoPoint, right: PhotoPoint, distance: Measure, isApproximate: Bool) {
        self.left = left
        self.right = right
        self.distance = distance
        self.isApproximate = isApproximate
    }
}
