/// Enlarges a smaller copy to the rows of a picture, one at a time, without ever holding the whole.
struct RowEnlarger {
    private let field: Field
    private let step: Float
    private let columns: [(left: Int, share: Float)]
    /// Two rows of the copy, mixed for the picture's current row.
    private var mixed: [SIMD4<Float>]

    /// - Parameters:
    ///   - field: A copy, each of whose pixels covers `step` of the picture's along a side.
    ///   - width: The picture's.
    init(_ field: Field, step: Int, width: Int) {
        self.field = field
        self.step = Float(step)
        columns = (0..<width).map { x in
            let place = Self.place(of: x, step: Float(step), count: field.width)
            return (Int(place), place - Float(Int(place)))
        }
        // One more at the end, so that each has a neighbour.
        mixed = [SIMD4<Float>](repeating: .zero, count: field.width + 1)
    }

    /// Makes a row ready, for ``subscript(_:)``.
    mutating func move(to y: Int) {
        let place = Self.place(of: y, step: step, count: field.height)
        let top = Int(place)
        let bottom = min(top + 1, field.height - 1)
        let share = place - Float(top)
        for x in 0..<field.width {
            let value = field[x, top]
            mixed[x] = value + (field[x, bottom] - value) * share
        }
        mixed[field.width] = mixed[field.width - 1]
    }

    /// The value in a column of the row.
    subscript(x: Int) -> SIMD4<Float> {
        let (left, share) = columns[x]
        return mixed[left] + (mixed[left + 1] - mixed[left]) * share
    }

    /// The centre of one of the picture's pixels in the copy's pixels, measured from the centre of the copy's first.
    private static func place(of pixel: Int, step: Float, count: Int) -> Float {
        min(max((Float(pixel) + 0.5) / step - 0.5, 0), Float(count - 1))
    }
}
