import FoundationEssentials

/// A picture in 8-bit sRGB: red, green and blue in turn, row by row.
struct ColourRaster: Sendable {
    let width: Int
    let height: Int
    let rgb: [UInt8]

    /// Whether each row has one shade: from left to right, nothing changes.
    var hasPlainRows: Bool {
        (0..<height).allSatisfy { row in
            let row = rgb[3 * row * width..<3 * (row + 1) * width]
            return row.dropFirst(3).elementsEqual(row.dropLast(3))
        }
    }

    /// The luma of each pixel, by BT.601's weights in 1/256.
    func grey() -> GreyRaster {
        var pixels = [UInt8](repeating: 0, count: width * height)
        let source = rgb.span
        var target = pixels.mutableSpan
        // Unchecked: three bytes for each pixel.
        for index in target.indices {
            let red = unsafe UInt32(source[unchecked: 3 * index])
            let green = unsafe UInt32(source[unchecked: 3 * index + 1])
            let blue = unsafe UInt32(source[unchecked: 3 * index + 2])
            let sum = 77 * red + 150 * green + 29 * blue
            unsafe target[unchecked: index] = UInt8(truncatingIfNeeded: sum >> 8)
        }
        return GreyRaster(width: width, height: height, pixels: pixels)
    }

    func mirrored() -> ColourRaster {
        var mirrored = [UInt8](repeating: 0, count: rgb.count)
        // Unchecked: both have three bytes for each pixel.
        let source = rgb.span
        var target = mirrored.mutableSpan
        for row in 0..<height {
            var from = row * width * 3
            var to = from + (width - 1) * 3
            for _ in 0..<width {
                unsafe target[unchecked: to] = source[unchecked: from]
                unsafe target[unchecked: to + 1] = source[unchecked: from + 1]
                unsafe target[unchecked: to + 2] = source[unchecked: from + 2]
                from += 3
                to -= 3
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
        let source = rgb.span
        var target = result.mutableSpan
        for line in 0..<lines {
            for channel in 0..<3 {
                let start = line * lineStride + channel
                var (sum, near) = (UInt32(0), UInt32(0))
                for entering in 0..<count + radius {
                    if entering < count {
                        unsafe sum += UInt32(source[unchecked: start + entering * stride])
                        near += 1
                    }
                    let leaving = entering - 2 * radius - 1
                    if leaving >= 0 {
                        unsafe sum -= UInt32(source[unchecked: start + leaving * stride])
                        near -= 1
                    }
                    guard entering >= radius else { continue }
                    let middle = start + (entering - radius) * stride
                    unsafe target[unchecked: middle] = UInt8((sum + near / 2) / near)
                }
            }
        }
        return ColourRaster(width: width, height: height, rgb: result)
    }
}
