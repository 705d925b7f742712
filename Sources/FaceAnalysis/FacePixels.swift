public import Foundation

/// The pixels of one photo: upright, sRGB, at most about 1280 pixels on the longer side.
///
/// Faces of 80 pixels in width are found, so at 1280 no face is missed that could become a headshot, and a
/// larger picture only costs time.
public struct FacePixels: Sendable {
    /// The best length of a photo's longer side for analysis, in pixels.
    public static let longSide = 1280

    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// Red, green and blue in turn, 8 bits each, row by row without gaps.
    public let rgb: Data
    /// The number of pixels of the original photo for each pixel here, along a side; 1 if it was not reduced.
    public let scale: Double

    /// Creates the pixels of a photo; `rgb` must have three bytes for each pixel.
    public init(width: Int, height: Int, rgb: Data, scale: Double = 1) {
        self.width = width
        self.height = height
        self.rgb = rgb
        self.scale = scale
    }
}
