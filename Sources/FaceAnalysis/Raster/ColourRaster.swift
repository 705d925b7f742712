import Foundation

/// A picture in 8-bit sRGB: red, green and blue in turn, row after row.
struct ColourRaster: Sendable {
    let width: Int
    let height: Int
    let rgb: [UInt8]

    /// The luma of each pixel, by BT.601's weights in 1/256.
    func grey() -> GreyRaster {
        var pixels = [UInt8](repeating: 0, count: width * height)
        var source = 0
        for index in 0..<pixels.count {
            let sum = 77 * Int(rgb[source]) + 150 * Int(rgb[source + 1]) + 29 * Int(rgb[source + 2])
            pixels[index] = UInt8(truncatingIfNeeded: sum >> 8)
            source += 3
        }
        return GreyRaster(width: width, height: height, pixels: pixels)
    }

    /// The picture as a mirror shows it.
    func mirrored() -> ColourRaster {
        var mirrored = [UInt8](repeating: 0, count: rgb.count)
        for row in 0..<height {
            var source = row * width * 3
            var target = source + (width - 1) * 3
            for _ in 0..<width {
                mirrored[target] = rgb[source]
                mirrored[target + 1] = rgb[source + 1]
                mirrored[target + 2] = rgb[source + 2]
                source += 3
                target -= 3
            }
        }
        return ColourRaster(width: width, height: height, rgb: mirrored)
    }
}
