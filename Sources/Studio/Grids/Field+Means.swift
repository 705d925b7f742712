extension Field {
    /// The mean of the square of `2 * radius + 1` pixels around each one, as far as it lies in the picture.
    ///
    /// The time does not depend on the radius: each sum is its neighbour's with one line more and one less.
    func means(radius: Int) -> Field {
        radius > 0 ? meansOfRows(radius).meansOfColumns(radius) : self
    }

    /// Out of focus as by a Gaussian of that many pixels: three means come close to it.
    func blurred(sigma: Float) -> Field {
        let radius = Int((((4 * sigma * sigma + 1).squareRoot() - 1) / 2).rounded())
        return means(radius: radius).means(radius: radius).means(radius: radius)
    }

    private func meansOfRows(_ radius: Int) -> Field {
        var means = Field(width: width, height: height)
        let shares = Self.shares(of: width, radius)
        let source = values.span
        var result = means.values.mutableSpan
        for first in stride(from: 0, to: width * height, by: width) {
            var sum = SIMD4<Float>.zero
            for x in 0..<min(radius, width) { sum += source[first + x] }
            for x in 0..<width {
                if x + radius < width { sum += source[first + x + radius] }
                if x > radius { sum -= source[first + x - radius - 1] }
                result[first + x] = sum * shares[x]
            }
        }
        return means
    }

    private func meansOfColumns(_ radius: Int) -> Field {
        var means = Field(width: width, height: height)
        let shares = Self.shares(of: height, radius)
        let source = values.span
        var result = means.values.mutableSpan
        var sums = [SIMD4<Float>](repeating: .zero, count: width)
        for y in 0..<min(radius, height) {
            for x in 0..<width { sums[x] += source[y * width + x] }
        }
        for y in 0..<height {
            if y + radius < height {
                let below = (y + radius) * width
                for x in 0..<width { sums[x] += source[below + x] }
            }
            if y > radius {
                let above = (y - radius - 1) * width
                for x in 0..<width { sums[x] -= source[above + x] }
            }
            for x in 0..<width { result[y * width + x] = sums[x] * shares[y] }
        }
        return means
    }

    /// One by the number of pixels in the line around each one.
    private static func shares(of count: Int, _ radius: Int) -> [Float] {
        (0..<count).map { 1 / Float(min($0 + radius, count - 1) - max($0 - radius, 0) + 1) }
    }
}
