public import Foundation

/// The pixels of one photo: upright, sRGB, at most about 1280 pixels on the long side.
///
/// A face is found from 80 pixels in width here, so 1280 leaves nothing out that could become a
/// headshot, and a larger picture only costs time.
public struct FacePixels: Sendable {
    /// The longer side, in pixels, that a photo is best made small to.
    public static let longSide = 1280

    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// Red, green and blue in turn, 8 bits each, row after row without gaps.
    public let rgb: Data
    /// The number of pixels of the original photo for each pixel here, along a side; 1 where it was
    /// not shrunk.
    public let scale: Double

    /// Makes the pixels of a photo; `rgb` must have three bytes for each pixel.
    public init(width: Int, height: Int, rgb: Data, scale: Double = 1) {
        self.width = width
        self.height = height
        self.rgb = rgb
        self.scale = scale
    }
}
