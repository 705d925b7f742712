import Glibc

/// A possible centre of an eye.
struct EyeCandidate {
    let position: SIMD2<Double>
    /// How well the edges around it point at it, weighted by darkness and by the eye's usual place.
    let strength: Double
    /// How much it stands out from the other candidates: 0 not at all, 1 clearly.
    let clarity: Double

    /// The most candidates that are paired.
    private static let most = 6
    /// In face widths: how far eyes are from their usual place, the spread of that, and the radius of an iris.
    private static let reach = 0.19
    private static let spread = 0.085
    private static let irisReach = 0.12

    /// The strongest candidates near the usual place, the strongest first.
    static func best(
        in field: GradientField, near usual: SIMD2<Double>, faceWidth: Double
    ) -> [EyeCandidate] {
        let reach = Int(faceWidth * reach)
        let side = 2 * reach + 1
        let corner = (x: Int(usual.x.rounded()) - reach, y: Int(usual.y.rounded()) - reach)
        let spread = faceWidth * spread
        let iris = field.disc(reach: Int(faceWidth * irisReach))
        var strengths = [Double](repeating: 0, count: side * side)
        for row in 0..<side {
            for column in 0..<side {
                let (x, y) = (corner.x + column, corner.y + row)
                let away = hypot(Double(x) - usual.x, Double(y) - usual.y) / spread
                strengths[row * side + column] =
                    field.roundness(atX: x, y: y, of: iris) * exp(-away * away / 2)
            }
        }
        let mean = strengths.reduce(0, +) / Double(strengths.count)
        return peaks(of: strengths, side: side).prefix(most).map { index in
            EyeCandidate(
                position: [Double(corner.x + index % side), Double(corner.y + index / side)],
                strength: strengths[index],
                clarity: min(1, max(0, (strengths[index] / max(mean, 1e-9) - 2) / 8)))
        }
    }

    /// The local maxima, the strongest first.
    private static func peaks(of strengths: [Double], side: Int) -> [Int] {
        var peaks: [Int] = []
        for row in 2..<side - 2 {
            for column in 2..<side - 2 {
                let index = row * side + column
                let isPeak = (-2...2).allSatisfy { down in
                    (-2...2).allSatisfy { across in
                        strengths[index] >= strengths[index + down * side + across]
                    }
                }
                if isPeak, strengths[index] > 0 { peaks.append(index) }
            }
        }
        return peaks.sorted { strengths[$0] > strengths[$1] }
    }
}
