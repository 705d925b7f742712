/// Four values for each pixel of a picture or of a smaller copy: mostly a colour and a weight.
struct Field: Sendable {
    let width: Int
    let height: Int
    var values: [SIMD4<Float>]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        values = [SIMD4<Float>](repeating: .zero, count: width * height)
    }

    /// Computes each value from its index.
    @inline(__always)
    init(width: Int, height: Int, _ value: (Int) -> SIMD4<Float>) {
        self.init(width: width, height: height)
        var result = values.mutableSpan
        for index in result.indices { result[index] = value(index) }
    }

    subscript(x: Int, y: Int) -> SIMD4<Float> { values[y * width + x] }

    @inline(__always)
    func map(_ change: (SIMD4<Float>) -> SIMD4<Float>) -> Field {
        Field(width: width, height: height) { change(values[$0]) }
    }

    /// The same colours with a plane of the same size as their weight.
    func weighted(by plane: Plane) -> Field {
        Field(width: width, height: height) { values[$0].withWeight(plane.values[$0]) }
    }

    /// The averages of squares of 2 by 2 pixels; at odd sides, of the pixels that exist.
    func halved() -> Field {
        let (width, height) = ((width + 1) / 2, (height + 1) / 2)
        return Field(width: width, height: height) { index in
            let (left, top) = (index % width * 2, index / width * 2)
            let right = min(left + 1, self.width - 1)
            let bottom = min(top + 1, self.height - 1)
            return (self[left, top] + self[right, top] + self[left, bottom] + self[right, bottom])
                * 0.25
        }
    }
}

extension SIMD4<Float> {
    /// The colour times a weight, and the weight.
    @inline(__always)
    func withWeight(_ weight: Float) -> SIMD4<Float> {
        var value = self * weight
        value.w = weight
        return value
    }
}
