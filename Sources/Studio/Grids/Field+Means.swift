extension Field {
    /// The average of the square with a side of `2 * radius + 1` pixels around each pixel, within the picture.
    func means(radius: Int) -> Field {
        var field = self
        field.average(radius: radius)
        return field
    }

    /// Blurred approximately as by a Gaussian of that many pixels, by averaging three times.
    func blurred(sigma: Float) -> Field {
        let radius = Int((((4 * sigma * sigma + 1).squareRoot() - 1) / 2).rounded())
        var field = self
        for _ in 0..<3 { field.average(radius: radius) }
        return field
    }

    /// Averages in place.
    ///
    /// The time does not depend on the radius: each sum is its neighbour's plus one line and minus another. In
    /// place, because new memory pages for each step cost a third of the time.
    mutating func average(radius: Int) {
        guard radius > 0 else { return }
        averageRows(radius)
        averageColumns(radius)
    }

    private mutating func averageRows(_ radius: Int) {
        let (width, height) = (width, height)
        let shares = Self.shares(of: width, radius)
        var row = [SIMD4<Float>](repeating: .zero, count: width)
        var result = values.mutableSpan
        for first in stride(from: 0, to: width * height, by: width) {
            for x in 0..<width { row[x] = result[first + x] }
            var sum = SIMD4<Float>.zero
            for x in 0..<min(radius, width) { sum += row[x] }
            for x in 0..<width {
                if x + radius < width { sum += row[x + radius] }
                if x > radius { sum -= row[x - radius - 1] }
                result[first + x] = sum * shares[x]
            }
        }
    }

    private mutating func averageColumns(_ radius: Int) {
        let (width, height) = (width, height)
        let shares = Self.shares(of: height, radius)
        var sums = [SIMD4<Float>](repeating: .zero, count: width)
        // The original rows, until they leave the sums.
        let kept = min(radius + 1, height)
        var before = [SIMD4<Float>](repeating: .zero, count: width * kept)
        var result = values.mutableSpan
        for y in 0..<min(radius, height) {
            for x in 0..<width { sums[x] += result[y * width + x] }
        }
        for y in 0..<height {
            let row = y * width
            let slot = y % kept * width
            if y + radius < height {
                let below = (y + radius) * width
                for x in 0..<width { sums[x] += result[below + x] }
            }
            if y > radius {
                // The row of `radius + 1` rows ago is stored in this row's slot.
                for x in 0..<width { sums[x] -= before[slot + x] }
            }
            for x in 0..<width {
                before[slot + x] = result[row + x]
                result[row + x] = sums[x] * shares[y]
            }
        }
    }

    /// The inverse of the number of pixels in the line around each pixel.
    private static func shares(of count: Int, _ radius: Int) -> [Float] {
        (0..<count).map { 1 / Float(min($0 + radius, count - 1) - max($0 - radius, 0) + 1) }
    }
}
