import CVips
public import Foundation

/// What a picture looks like, to judge what a program made of a photo.
public struct PictureJudge: ~Copyable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The number of channels.
    public let bands: Int
    /// The pixels from the upper left, without gaps.
    public let pixels: [UInt8]

    /// Decodes a JPEG or a PNG of 8 bits.
    public init(_ bytes: Data) throws {
        precondition(headshot_vips_start() == 0, "libvips does not start")
        let decoded: (Int, Int, Int, [UInt8])? = unsafe bytes.withUnsafeBytes { buffer in
            let isPNG = unsafe buffer.first == 0x89
            let image =
                unsafe isPNG
                ? headshot_vips_pngload(buffer.baseAddress, buffer.count)
                : headshot_vips_jpegload(buffer.baseAddress, buffer.count, 1)
            guard let image = unsafe image else { return nil }
            defer { unsafe g_object_unref(image) }
            var count = 0
            guard let memory = unsafe vips_image_write_to_memory(image, &count) else { return nil }
            defer { unsafe g_free(memory) }
            let pixels = unsafe [UInt8](UnsafeRawBufferPointer(start: memory, count: count))
            return unsafe (
                Int(image.pointee.Xsize), Int(image.pointee.Ysize), Int(image.pointee.Bands), pixels
            )
        }
        guard let decoded else { throw PhotoFixtureError.cannotDecode }
        (width, height, bands, pixels) = decoded
    }

    /// The mean colour of a patch of 16 by 16 pixels around a point, in shares of the sides.
    public borrowing func meanColour(x: Double, y: Double) -> FixtureColour {
        let left = max(0, Int(Double(width) * x) - 8)
        let top = max(0, Int(Double(height) * y) - 8)
        var sums = [0, 0, 0]
        var count = 0
        for row in top..<min(height, top + 16) {
            for column in left..<min(width, left + 16) {
                for channel in 0..<3 {
                    sums[channel] += Int(
                        pixels[(row * width + column) * bands + min(channel, bands - 1)])
                }
                count += 1
            }
        }
        let means = sums.map { ($0 + count / 2) / count }
        return FixtureColour(means[0], means[1], means[2])
    }

    /// The likeness to a picture of the same sides and channels, as a peak signal-to-noise ratio in dB.
    public borrowing func likeness(to other: borrowing PictureJudge) -> Double {
        precondition(pixels.count == other.pixels.count, "pictures of different sides")
        let squares = unsafe pixels.withUnsafeBufferPointer { mine in
            unsafe other.pixels.withUnsafeBufferPointer { theirs in
                var sum = 0
                for index in mine.indices {
                    let difference = unsafe Int(mine[index]) - Int(theirs[index])
                    sum += difference * difference
                }
                return sum
            }
        }
        return 10 * log10(255 * 255 * Double(pixels.count) / Double(max(1, squares)))
    }

    /// The mean colours of the quadrants: upper left, upper right, lower left, lower right.
    public borrowing func quadrants() -> [FixtureColour] {
        [
            meanColour(x: 0.25, y: 0.25), meanColour(x: 0.75, y: 0.25),
            meanColour(x: 0.25, y: 0.75), meanColour(x: 0.75, y: 0.75),
        ]
    }
}
