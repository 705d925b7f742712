import CVips
public import Foundation

/// A picture of a drawn person, as pixels, and what can be done to it.
///
/// It is the photo of the project's demo, at a third of its size: nobody's face, and good enough
/// for a detector.
public struct DrawnFace: Sendable, CustomStringConvertible {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// Red, green and blue in turn, 8 bits each.
    public let rgb: [UInt8]

    /// What a failed test tells of it.
    public var description: String { "DrawnFace \(width) × \(height)" }

    /// Where the drawing has the eye at the left of the picture, in pixels.
    public static let leftEye: SIMD2<Double> = [168.3, 214]
    /// Where the drawing has the eye at the right of the picture, in pixels.
    public static let rightEye: SIMD2<Double> = [231.7, 214]

    /// The person as drawn: in the middle, front-on, with a window at the left of the picture.
    public static let portrait: DrawnFace = {
        do {
            return try DrawnFace(jpeg: photo()).shrunk(by: 3)
        } catch {
            preconditionFailure("the drawn photo cannot be read: \(error)")
        }
    }()

    /// The drawing at its full size, as the JPEG of the demo.
    public static func photo() throws -> Data {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../demo/photo.jpg")
        return try Data(contentsOf: file)
    }

    /// A wall, without anybody.
    public static let wall = DrawnFace(width: 400, height: 500) { x, y, channel, _ in
        200 - Double(x + y) / 20 - Double(channel * 8)
    }

    /// Decodes a JPEG.
    public init(jpeg: Data) throws {
        precondition(headshot_vips_start() == 0, "libvips does not start")
        let decoded: (Int, Int, [UInt8])? = unsafe jpeg.withUnsafeBytes { buffer in
            guard let image = unsafe headshot_vips_jpegload(buffer.baseAddress, buffer.count, 1)
            else {
                return nil
            }
            defer { unsafe g_object_unref(image) }
            var count = 0
            guard let memory = unsafe vips_image_write_to_memory(image, &count) else { return nil }
            defer { unsafe g_free(memory) }
            let pixels = unsafe [UInt8](UnsafeRawBufferPointer(start: memory, count: count))
            return unsafe (Int(image.pointee.Xsize), Int(image.pointee.Ysize), pixels)
        }
        guard let decoded else { throw PhotoFixtureError.cannotDecode }
        (width, height, rgb) = decoded
    }

    /// Draws each value: its column, its row, its channel, and a way to make it unlike all others.
    public init(
        width: Int, height: Int,
        value: (_ x: Int, _ y: Int, _ channel: Int, _ index: Int) -> Double
    ) {
        self.width = width
        self.height = height
        var rgb = [UInt8](repeating: 0, count: width * height * 3)
        var index = 0
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<3 {
                    rgb[index] = UInt8(min(max(value(x, y, channel, index), 0), 255))
                    index += 1
                }
            }
        }
        self.rgb = rgb
    }

    /// A picture of given pixels: three bytes for each.
    public init(width: Int, height: Int, rgb: [UInt8]) {
        precondition(rgb.count == width * height * 3, "not three bytes for each pixel")
        (self.width, self.height, self.rgb) = (width, height, rgb)
    }

    /// The value of a channel at a place, with the edges going on beyond the picture.
    public func value(_ x: Int, _ y: Int, _ channel: Int) -> Double {
        let column = min(max(x, 0), width - 1)
        let row = min(max(y, 0), height - 1)
        return Double(rgb[(row * width + column) * 3 + channel])
    }
}
