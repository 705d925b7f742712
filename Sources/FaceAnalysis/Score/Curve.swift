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
}
