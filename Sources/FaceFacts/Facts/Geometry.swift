import Ground

/// A point in pixels of the original photo, from its upper left corner.
public struct PhotoPoint: Codable, Sendable, Equatable {
    /// Pixels from the left edge.
    public let x: Double
    /// Pixels from the top edge.
    public let y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
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

    package init(left: Double, top: Double, width: Double, height: Double) {
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }
}

/// An edge of the picture as the viewer sees it; the person's own left is at the right edge.
public enum PhotoEdge: String, Codable, Sendable, CaseIterable {
    case top, bottom, left, right
}

extension PhotoPoint {
    /// Reads a point from untrusted JSON.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        x = try members.number(.x, in: Double.ordinary)
        y = try members.number(.y, in: Double.ordinary)
    }
}

extension PhotoBox {
    /// Reads a box from untrusted JSON.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        left = try members.number(.left, in: Double.ordinary)
        top = try members.number(.top, in: Double.ordinary)
        width = try members.number(.width, in: Double.ordinary)
        height = try members.number(.height, in: Double.ordinary)
    }
}
