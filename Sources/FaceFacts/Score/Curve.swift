/// A piecewise linear function through a few points, constant beyond its ends.
struct Curve: Sendable {
    private let points: [(x: Double, y: Double)]

    /// Creates a curve; the points must be sorted by x.
    init(_ points: [(Double, Double)]) {
        self.points = points.map { (x: $0.0, y: $0.1) }
    }

    /// The value at `x`; 0 without points.
    func callAsFunction(_ x: Double) -> Double {
        guard let first = points.first, let last = points.last else { return 0 }
        if x <= first.x { return first.y }
        for (left, right) in zip(points, points.dropFirst()) where x <= right.x {
            return left.y + (right.y - left.y) * (x - left.x) / (right.x - left.x)
        }
        return last.y
    }

    /// From the first point to the last; from 0 if the curve starts at its best and its x cannot be negative.
    var extent: ClosedRange<Double> {
        guard let first = points.first, let last = points.last else { return 0...0 }
        return (first.y == 1 ? min(0, first.x) : first.x)...last.x
    }

    /// The range where the curve is at 0.9 or above.
    ///
    /// A curve rises to its best, falls from it, or does both.
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
