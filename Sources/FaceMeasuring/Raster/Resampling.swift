extension GreyRaster {
    /// The picture resized to another long side without aliasing: each pixel is a weighted average of its
    /// neighbourhood.
    func resized(longSide side: Int) -> GreyRaster {
        guard side != longSide else { return self }
        let factor = Double(side) / Double(longSide)
        let newWidth = max(1, Int((Double(width) * factor).rounded()))
        let newHeight = max(1, Int((Double(height) * factor).rounded()))
        // Whole lines are faster: they come first if that leaves fewer pixels for the other pass.
        return newHeight < height
            ? resizedDown(to: newHeight).resizedAcross(to: newWidth)
            : resizedAcross(to: newWidth).resizedDown(to: newHeight)
    }

    private func resizedAcross(to newWidth: Int) -> GreyRaster {
        let taps = Taps.table(from: width, to: newWidth)
        let spans = taps.map { (first: $0.first, count: $0.weights.count) }
        let weights = taps.flatMap(\.weights)
        var result = [UInt8](repeating: 0, count: newWidth * height)
        // Unchecked: taps lie within a line, and there is a weight for each.
        let source = pixels.span
        let shares = weights.span
        for row in 0..<height {
            var next = 0
            for (column, span) in spans.enumerated() {
                let first = row * width + span.first
                var sum: Float = 0
                for index in 0..<span.count {
                    unsafe sum +=
                        shares[unchecked: next + index] * Float(source[unchecked: first + index])
                }
                next += span.count
                result[row * newWidth + column] = UInt8(sum + 0.5)
            }
        }
        return GreyRaster(width: newWidth, height: height, pixels: result)
    }

    private func resizedDown(to newHeight: Int) -> GreyRaster {
        var result = [UInt8](repeating: 0, count: width * newHeight)
        var sums = [Float](repeating: 0, count: width)
        // Unchecked: taps lie within the picture, and there is a sum for each column.
        let source = pixels.span
        var sum = sums.mutableSpan
        for (row, tap) in Taps.table(from: height, to: newHeight).enumerated() {
            for column in 0..<width { unsafe sum[unchecked: column] = 0.5 }
            for index in 0..<tap.weights.count {
                let line = (tap.first + index) * width
                let weight = tap.weights[index]
                for column in 0..<width {
                    unsafe sum[unchecked: column] +=
                        weight * Float(source[unchecked: line + column])
                }
            }
            for column in 0..<width {
                result[row * width + column] = unsafe UInt8(sum[unchecked: column])
            }
        }
        return GreyRaster(width: width, height: newHeight, pixels: result)
    }
}

/// The pixels that contribute to one new pixel, and their weights, which sum to just under 1.
private struct Taps {
    let first: Int
    let weights: [Float]

    /// A triangle filter: as wide as a new pixel when reducing, bilinear when enlarging.
    static func table(from old: Int, to new: Int) -> [Taps] {
        let step = Double(old) / Double(new)
        let reach = max(1, step)
        return (0..<new).map { index in
            let middle = (Double(index) + 0.5) * step - 0.5
            let first = max(0, Int((middle - reach).rounded(.up)))
            let last = min(old - 1, Int((middle + reach).rounded(.down)))
            let raw = (first...max(first, last)).map {
                max(1e-6, 1 - abs(Double($0) - middle) / reach)
            }
            // Just under 1, so that white stays within a byte after rounding.
            let sum = raw.reduce(0, +) * 1.000_01
            return Taps(first: first, weights: raw.map { Float($0 / sum) })
        }
    }
}
