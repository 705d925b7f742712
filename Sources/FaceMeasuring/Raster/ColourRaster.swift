import Foundation

/// A picture in 8-bit sRGB: red, green and blue in turn, row by row.
struct ColourRaster: Sendable {
    let width: Int
    let height: Int
    let rgb: [UInt8]

    /// Whether all pixels are the same.
    var isOfOneShade: Bool {
        (0..<width * height).allSatisfy {
            rgb[3 * $0] == rgb[0] && rgb[3 * $0 + 1] == rgb[1] && rgb[3 * $0 + 2] == rgb[2]
        }
    }

    /// The luma of each pixel, by BT.601's weights in 1/256.
    func grey() -> GreyRaster {
        let count = width * height
        // Unchecked: three bytes for each pixel.
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { pixels, written in
            unsafe rgb.withUnsafeBufferPointer { rgb in
                for index in 0..<count {
                    let sum =
                        unsafe 77 * UInt32(rgb[3 * index]) + 150 * UInt32(rgb[3 * index + 1])
                        + 29 * UInt32(rgb[3 * index + 2])
                    unsafe pixels.initializeElement(
                        at: index, to: UInt8(truncatingIfNeeded: sum >> 8))
                }
            }
            written = count
        }
        return GreyRaster(width: width, height: height, pixels: pixels)
    }

    /// The mirror image.
    func mirrored() -> ColourRaster {
        var mirrored = [UInt8](repeating: 0, count: rgb.count)
        // Unchecked: both have three bytes for each pixel.
        unsafe rgb.withUnsafeBufferPointer { rgb in
            unsafe mirrored.withUnsafeMutableBufferPointer { mirrored in
                for row in 0..<height {
                    var source = row * width * 3
                    var target = source + (width - 1) * 3
                    for _ in 0..<width {
                        unsafe mirrored[target] = rgb[source]
                        unsafe mirrored[target + 1] = rgb[source + 1]
                        unsafe mirrored[target + 2] = rgb[source + 2]
                        source += 3
                        target -= 3
                    }
                }
            }
        }
        return ColourRaster(width: width, height: height, rgb: mirrored)
    }

    /// The picture with each pixel replaced by the average of the square around it.
    func smoothed(radius: Int) -> ColourRaster {
        averaged(radius: radius, stride: 3, count: width, lines: height, lineStride: width * 3)
            .averaged(radius: radius, stride: width * 3, count: height, lines: width, lineStride: 3)
    }

    /// Replaces each value by the average of its neighbours along lines, which begin `lineStride` apart.
    private func averaged(
        radius: Int, stride: Int, count: Int, lines: Int, lineStride: Int
    ) -> ColourRaster {
        var result = rgb
        // Unchecked: values that enter and leave the sum lie within the line.
        unsafe rgb.withUnsafeBufferPointer { source in
            unsafe result.withUnsafeMutableBufferPointer { result in
                for line in 0..<lines {
                    for channel in 0..<3 {
                        let start = line * lineStride + channel
                        var (sum, near) = (UInt32(0), UInt32(0))
                        for entering in 0..<count + radius {
                            if entering < count {
                                unsafe sum += UInt32(source[start + entering * stride])
                                near += 1
                            }
                            let leaving = entering - 2 * radius - 1
                            if leaving >= 0 {
                                unsafe sum -= UInt32(source[start + leaving * stride])
                                near -= 1
                            }
                            guard entering >= radius else { continue }
                            let middle = start + (entering - radius) * stride
                            unsafe result[middle] = UInt8((sum + near / 2) / near)
                        }
                    }
                }
            }
        }
        return ColourRaster(width: width, height: height, rgb: result)
    }
}
