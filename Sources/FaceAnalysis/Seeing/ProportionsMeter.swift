import Foundation

/// Measures a face by the points of a shape predictor, in the order of the iBUG 300-W markup.
enum ProportionsMeter {
    static func proportions(of points: [SIMD2<Double>], pose: Pose?, trust: Double) -> Proportions?
    {
        // A turned face is foreshortened: only a front view has proportions.
        guard pose?.direction == .front else { return nil }
        return points.count == 68 ? full(points, trust) : eyesOnly(points, trust)
    }

    /// Five points: the outer and inner corner of one eye, of the other, and the base of the nose.
    private static func eyesOnly(_ points: [SIMD2<Double>], _ trust: Double) -> Proportions? {
        guard points.count == 5 else { return nil }
        let gap = distance(points[1], points[3])
        let eye = (distance(points[0], points[1]) + distance(points[2], points[3])) / 2
        guard let spacing = Measure(gap / eye, .ratio, confidence: trust * 0.8) else { return nil }
        return Proportions(eyeSpacing: spacing, widthToHeight: nil, jawAngle: nil, shape: nil)
    }

    private static func full(_ points: [SIMD2<Double>], _ trust: Double) -> Proportions? {
        let gap = distance(points[39], points[42])
        let eye = (distance(points[36], points[39]) + distance(points[42], points[45])) / 2
        // Brows to chin; the crown is under the hair.
        let brows = (points[21] + points[22]) / 2
        let height = distance(brows, points[8])
        let cheeks = distance(points[1], points[15])
        let jaw = distance(points[4], points[12])
        let angle =
            (corner(points[2], points[4], points[7]) + corner(points[14], points[12], points[9]))
            / 2
        guard let spacing = Measure(gap / eye, .ratio, confidence: trust * 0.8) else { return nil }
        return Proportions(
            eyeSpacing: spacing,
            widthToHeight: Measure(cheeks / height, .ratio, confidence: trust * 0.7),
            jawAngle: Measure(angle, .degrees, confidence: trust * 0.6),
            shape: shape(widthToHeight: cheeks / height, jawToCheeks: jaw / cheeks))
    }

    /// Coarse bands over what 68 points give on front-on portraits; between people they overlap.
    private static func shape(widthToHeight: Double, jawToCheeks: Double) -> Proportions.Shape {
        if widthToHeight < 1.08 { return .oblong }
        if jawToCheeks < 0.70 { return .heart }
        if jawToCheeks > 0.82 { return .square }
        return widthToHeight > 1.28 ? .round : .oval
    }

    private static func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
        hypot(a.x - b.x, a.y - b.y)
    }

    /// The angle at the middle one of three points, in degrees.
    private static func corner(
        _ a: SIMD2<Double>, _ middle: SIMD2<Double>, _ b: SIMD2<Double>
    ) -> Double {
        let (one, other) = (a - middle, b - middle)
        let cosine = (one * other).sum() / max(distance(a, middle) * distance(b, middle), 1e-9)
        return acos(min(max(cosine, -1), 1)) * 180 / .pi
    }
}
