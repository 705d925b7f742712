/// The person's own colours at the edge, where pixels also show some background.
///
/// Forte, "Approximate Fast Foreground Colour Estimation", 2021: the averages of what certainly is either,
/// first over a wide square and then over a narrow one.
struct Foreground {
    /// The average colours of the person around each pixel of the fine copy.
    let person: Field
    /// Those of the background.
    let background: Field
    /// How much of the background's hue must be removed from the edge.
    let spill: Spill

    /// Half the sides of the squares, in eye distances.
    private static let wideRadius: Float = 0.45
    private static let narrowRadius: Float = 0.03

    init(of copy: FineCopy, _ alpha: Plane) {
        let (coarse, coarseAlpha) = (copy.colours.halved(), alpha.halved())
        let wide = Int((Self.wideRadius * copy.head.unit / 2).rounded())
        let narrow = max(Int((Self.narrowRadius * copy.head.unit).rounded()), 1)
        let widePerson = coarse.weighted(by: coarseAlpha).means(radius: wide).unweighted()
        let wideBackground = coarse.weighted(by: coarseAlpha.map { 1 - $0 }).means(radius: wide)
            .unweighted()
        var people = Field(width: alpha.width, height: alpha.height)
        var backgrounds = people
        var personRows = RowEnlarger(widePerson, step: 2, width: alpha.width)
        var backgroundRows = RowEnlarger(wideBackground, step: 2, width: alpha.width)
        for y in 0..<alpha.height {
            personRows.move(to: y)
            backgroundRows.move(to: y)
            for x in 0..<alpha.width {
                let index = y * alpha.width + x
                let share = alpha.values[index]
                let behind = backgroundRows[x]
                let colour = Self.colour(
                    personRows[x], behind, copy.colours.values[index], alpha: share)
                people.values[index] = colour.withWeight(share)
                backgrounds.values[index] = behind.withWeight(1 - share)
            }
        }
        people.average(radius: narrow)
        backgrounds.average(radius: narrow)
        person = people.unweighted()
        background = backgrounds.unweighted()
        spill = Spill(of: coarse, coarseAlpha, copy.head.halved)
    }

    /// The colour of the person in a pixel, from the averages around it and the colour seen.
    @inline(__always)
    static func colour(
        _ person: SIMD4<Float>, _ background: SIMD4<Float>, _ seen: SIMD4<Float>, alpha: Float
    ) -> SIMD4<Float> {
        let missing = seen - person * alpha - background * (1 - alpha)
        return (person + missing * alpha).clamped(
            lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
    }
}

/// The same for the pixels of the crop itself, row by row.
struct ForegroundRows {
    private var person: RowEnlarger
    private var background: RowEnlarger
    private var spill: RowEnlarger

    init(of foreground: Foreground, step: Int, width: Int) {
        person = RowEnlarger(foreground.person, step: step, width: width)
        background = RowEnlarger(foreground.background, step: step, width: width)
        spill = RowEnlarger(foreground.spill.field, step: step * 2, width: width)
    }

    mutating func move(to y: Int) {
        person.move(to: y)
        background.move(to: y)
        spill.move(to: y)
    }

    /// The colour of the person in a pixel that shows the colour `seen`.
    @inline(__always)
    func colour(_ x: Int, _ seen: SIMD4<Float>, alpha: Float) -> SIMD4<Float> {
        let colour =
            alpha >= 1
            ? seen : Foreground.colour(person[x], background[x], seen, alpha: alpha)
        return Spill.removed(spill[x], from: colour)
    }
}

extension Field {
    /// Weighted averages turned back into colours.
    func unweighted() -> Field {
        map { value in
            var colour = value / (value.w + 1e-5)
            colour.w = value.w
            return colour
        }
    }
}
