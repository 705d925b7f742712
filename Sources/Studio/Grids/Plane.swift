/// One value for each pixel of a picture or of a smaller copy, row by row.
///
/// Coordinates are continuous: a pixel begins at its number and ends at the next one.
struct Plane: Sendable {
    let width: Int
    let height: Int
    var values: [Float]

    init(width: Int, height: Int, repeating value: Float = 0) {
        self.width = width
        self.height = height
        values = [Float](repeating: value, count: width * height)
    }

    /// Computes each value from its column and row.
    @inline(__always)
    init(width: Int, height: Int, _ value: (Int, Int) -> Float) {
        self.init(width: width, height: height)
        var result = values.mutableSpan
        for y in 0..<height {
            for x in 0..<width { result[y * width + x] = value(x, y) }
        }
    }

    subscript(x: Int, y: Int) -> Float { values[y * width + x] }

    @inline(__always)
    func map(_ change: (Float) -> Float) -> Plane {
        Plane(width: width, height: height) { x, y in change(values[y * width + x]) }
    }

    /// Combines two planes of the same size pixel by pixel.
    @inline(__always)
    func merged(with other: Plane, _ join: (Float, Float) -> Float) -> Plane {
        Plane(width: width, height: height) { x, y in
            join(values[y * width + x], other.values[y * width + x])
        }
    }

    /// The averages of squares of 2 by 2 pixels; at odd sides, of the pixels that exist.
    func halved() -> Plane {
        Plane(width: (width + 1) / 2, height: (height + 1) / 2) { x, y in
            let (left, top) = (x * 2, y * 2)
            let right = min(left + 1, width - 1)
            let bottom = min(top + 1, height - 1)
            return (self[left, top] + self[right, top] + self[left, bottom] + self[right, bottom])
                / 4
        }
    }

    /// The value at a point between pixel centres, interpolated from its four neighbours.
    func value(at x: Float, _ y: Float) -> Float {
        let (u, v) = (max(x - 0.5, 0), max(y - 0.5, 0))
        let (left, top) = (min(Int(u), width - 1), min(Int(v), height - 1))
        let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
        let (across, down) = (min(u - Float(left), 1), min(v - Float(top), 1))
        let above = self[left, top] + (self[right, top] - self[left, top]) * across
        let below = self[left, bottom] + (self[right, bottom] - self[left, bottom]) * across
        return above + (below - above) * down
    }
}

/// 0 up to `low`, 1 from `high` on, and a smooth transition between.
@inline(__always)
func smoothStep(_ value: Float, _ low: Float, _ high: Float) -> Float {
    let share = min(max((value - low) / (high - low), 0), 1)
    return share * share * (3 - 2 * share)
}
