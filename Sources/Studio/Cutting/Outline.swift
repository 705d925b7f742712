import FoundationEssentials
import Ground

/// How much each pixel belongs to the person: refines the net's likelihoods to an edge that follows curls.
///
/// Lengths are in eye distances, chosen by looking at results.
struct Outline {
    /// 0 to 1, for each pixel of the fine copy.
    let alpha: Plane
    /// The same by the net and by edges, before colours corrected it.
    let uncorrected: Plane
    /// The net's likelihoods, without those of other people.
    let likelihood: Plane
    /// The size of what was left out, relative to the person.
    let lost: Float

    private let copy: FineCopy
    /// Alpha as a function of the colour, for each pixel of the fine copy.
    private let coefficients: Field

    /// Other people are cut off at this distance from the person, softly.
    private static let reach: (Float, Float) = (0.17, 0.43)
    /// The wide filter finds the edge, the narrow one its detail.
    private static let wide: (radius: Float, epsilon: Float) = (0.07, 2e-4)
    private static let narrow: (radius: Float, epsilon: Float) = (0.025, 2e-5)

    init(of copy: FineCopy, _ found: Plane) {
        let head = copy.head.halved
        let body = MainBody(in: Mask(found.halved(), where: { $0 > 0.5 }), head)
        let distances = body.mask.distances()
        let likelihood = Plane(width: found.width, height: found.height) { x, y in
            let distance = distances.value(at: (Float(x) + 0.5) / 2, (Float(y) + 0.5) / 2)
            return found[x, y]
                * (1 - smoothStep(distance, Self.reach.0 * head.unit, Self.reach.1 * head.unit))
        }
        let rough = Self.coefficients(
            of: likelihood.map { smoothStep($0, 0.3, 0.8) }, copy, Self.wide)
        let detailed = Self.values(
            of: Self.coefficients(
                of: Self.values(of: rough, copy) { min(max(0, ($0 - 0.05) / 0.9), 1) }, copy,
                Self.narrow), copy, Self.stretched)
        let bounded = OutlineBounds(of: detailed.halved(), head).applied(to: detailed)
        let coefficients = Self.coefficients(
            of: ColourSplit(of: copy, bounded).alpha, copy, Self.narrow)
        alpha = Self.values(of: coefficients, copy, Self.stretched)
        (self.copy, self.likelihood, self.lost) = (copy, likelihood, body.lost)
        (uncorrected, self.coefficients) = (bounded, coefficients)
    }

    /// The same for each pixel of the crop itself.
    func alpha(for crop: HeadshotCrop) -> Plane {
        var alpha = Plane(width: crop.width, height: crop.height)
        var values = alpha.values.mutableSpan
        let bytes = crop.rgb.span
        var functions = RowEnlarger(coefficients, step: copy.step, width: crop.width)
        for y in 0..<crop.height {
            functions.move(to: y)
            for x in 0..<crop.width {
                let index = y * crop.width + x
                values[index] = Self.stretched(
                    GuidedFilter.value(functions[x], bytes.colour(index)))
            }
        }
        return alpha
    }

    private static func coefficients(
        of plane: Plane, _ copy: FineCopy, _ filter: (radius: Float, epsilon: Float)
    ) -> Field {
        GuidedFilter.coefficients(
            of: plane, along: copy.colours,
            radius: max(Int((filter.radius * copy.head.unit).rounded()), 1),
            epsilon: filter.epsilon)
    }

    @inline(__always)
    private static func values(
        of coefficients: Field, _ copy: FineCopy, _ change: (Float) -> Float
    ) -> Plane {
        let width = copy.colours.width
        return Plane(width: width, height: copy.colours.height) { x, y in
            change(GuidedFilter.value(coefficients[x, y], copy.colours[x, y]))
        }
    }

    /// Values near 1 become 1, and values near 0 become 0.
    @inline(__always)
    private static func stretched(_ value: Float) -> Float {
        min(max(0, (value - 0.08) / 0.84), 1)
    }
}

extension Span<UInt8> {
    /// The colour of a pixel, 0 to 1, and 1.
    @inline(__always)
    func colour(_ index: Int) -> SIMD4<Float> {
        SIMD4(
            Float(self[index * 3]), Float(self[index * 3 + 1]), Float(self[index * 3 + 2]), 255)
            * (1 / 255)
    }
}
