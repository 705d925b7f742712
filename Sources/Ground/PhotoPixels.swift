public import FoundationEssentials

/// The pixels of a photo or headshot, upright and in sRGB, often reduced.
public struct PhotoPixels: Sendable, Equatable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The pixels from the upper left: red, green, blue, 8 bits each, without gaps.
    public let rgb: Data
    /// The number of the whole picture's pixels along a side for each of these; 1 if it was not reduced.
    public let scale: Double

    /// Creates pixels; `rgb` must have three bytes for each pixel.
    public init(width: Int, height: Int, rgb: Data, scale: Double = 1) {
        self.width = width
        self.height = height
        self.rgb = rgb
        self.scale = scale
    }
}
