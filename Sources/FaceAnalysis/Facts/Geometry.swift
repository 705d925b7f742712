/// A point in pixels of the original photo, from its upper left corner.
public struct PhotoPoint: Codable, Sendable, Equatable {
    /// Pixels from the left edge.
    public let x: Double
    /// Pixels from the top edge.
    public let y: Double
}

/// A box in pixels of the original photo, from its upper left corner; it may reach beyond the
/// photo.
public struct PhotoBox: Codable, Sendable, Equatable {
    /// Pixels from the left edge of the photo.
    public let left: Double
    /// Pixels from the top edge of the photo.
    public let top: Double
    /// The width in pixels.
    public let width: Double
    /// The height in pixels.
    public let height: Double
}

/// An edge of the picture as the viewer sees it; the person's own left is at the right edge.
public enum PhotoEdge: String, Codable, Sendable, CaseIterable {
    case top, bottom, left, right
}
