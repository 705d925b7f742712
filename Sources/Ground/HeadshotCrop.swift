public import FoundationEssentials

/// The part of a photo that a headshot shows, in good light; its background is still the photo's.
public struct HeadshotCrop: Sendable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The pixels from the upper left, in sRGB: red, green, blue, 8 bits each, without gaps.
    public let rgb: Data
    /// The middle of the head at eye level, in these pixels.
    public let head: SIMD2<Double>
    /// The distance between the eyes of a head of this size that faces the camera, in these pixels.
    public let eyeDistance: Double

    /// Creates a crop; `rgb` has three bytes for each pixel, and there is at least one pixel.
    public init(width: Int, height: Int, rgb: Data, head: SIMD2<Double>, eyeDistance: Double) {
        precondition(width > 0 && height > 0 && rgb.count == width * height * 3)
        self.width = width
        self.height = height
        self.rgb = rgb
        self.head = head
        self.eyeDistance = eyeDistance
    }
}
