/// A line through a few points, flat beyond its ends.
struct Curve: Sendable {
    private let points: [(x: Double, y: Double)]

    /// Makes a curve; the points rise in x.
    init(_ points: [(Double, Double)]) {
        self.points = points.map { (x: $0.0, y: $0.1) }
    }

    /// The height at `x`; 0 for a curve without points.
    func callAsFunction(_ x: Double) -> Double {
        guard let first = points.first, let last = points.last else { return 0 }
        if x <= first.x { return first.y }
        for (left, right) in zip(points, points.dropFirst()) where x <= right.x {
            return left.y + (right.y - left.y) * (x - left.x) / (right.x - left.x)
        }
        return last.y
    }

    /// From the first point to the last, or from 0 where the curve is over what cannot be negative
    /// and begins at its best.
    var extent: ClosedRange<Double> {
        guard let first = points.first, let last = points.last else { return 0...0 }
        return (first.y == 1 ? min(0, first.x) : first.x)...last.x
    }

    /// The values that are good: where the curve is at 0.9 or above.
    ///
    /// A curve rises to its best and falls from it, or does one of both.
    var good: ClosedRange<Double> {
        let best = 0.9
        let crossings = zip(points, points.dropFirst()).compactMap { left, right -> Double? in
            guard (left.y < best) != (right.y < best) else { return nil }
            return left.x + (right.x - left.x) * (best - left.y) / (right.y - left.y)
        }
        let rises = (points.first?.y ?? 0) < best
        let falls = (points.last?.y ?? 0) < best
        let low = rises ? crossings.first : nil
        let high = falls ? crossings.last : nil
        return (low ?? extent.lowerBound)...max(low ?? extent.lowerBound, high ?? extent.upperBound)
    }
}
