import Glibc

/// Named points of the mesh; left and right are the viewer's, for a face that looks ahead.
enum MeshPoint: Int {
    case leftEyeOuter = 33
    case leftEyeInner = 133
    case rightEyeInner = 362
    case rightEyeOuter = 263
    case mouthLeft = 61
    case mouthRight = 291
    case mouthInnerLeft = 78
    case mouthInnerRight = 308
    case upperLip = 13
    case lowerLip = 14
    case forehead = 10
    case chin = 152
    case cheekLeft = 234
    case cheekRight = 454
    case jawLeft = 172
    case jawRight = 397
    case templeLeft = 54
    case templeRight = 284
    case noseBase = 2
    case noseBridge = 168
    case browLeft = 105
    case browRight = 334
    case lowerLipEdge = 17

    /// The corners of the mouth, and the line between the lips.
    static let mouth: [MeshPoint] = [.mouthLeft, .mouthRight, .upperLip, .lowerLip, .lowerLipEdge]

    /// The lids, from the outer corner to the inner one: two points above, and two below them.
    static let leftLids = (upper: [160, 158], lower: [144, 153])
    static let rightLids = (upper: [387, 385], lower: [373, 380])
}

extension FaceMesh {
    subscript(point: MeshPoint) -> SIMD3<Double> { points[point.rawValue] }

    /// The line around all points as they are seen, clockwise from the forehead.
    ///
    /// The points around a face from the front would be a line across the far cheek of a turned head.
    var silhouette: [SIMD2<Double>] {
        let sorted = points.map(\.flat).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        let hull = Self.chain(sorted) + Self.chain(sorted.reversed())
        let top = self[.forehead].flat
        func distance(_ index: Int) -> Double {
            let way = hull[index] - top
            return (way * way).sum()
        }
        guard let start = hull.indices.min(by: { distance($0) < distance($1) }) else { return [] }
        return Array(hull[start...] + hull[..<start])
    }

    /// The points on one side of the hull of sorted points, without the last one.
    private static func chain(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
        var chain: [SIMD2<Double>] = []
        for point in points {
            while chain.count > 1, turn(chain[chain.count - 2], chain[chain.count - 1], point) <= 0
            {
                chain.removeLast()
            }
            chain.append(point)
        }
        return chain.dropLast()
    }

    /// Whether the way by three points turns clockwise on the screen: more than 0 if so.
    private static func turn(
        _ one: SIMD2<Double>, _ two: SIMD2<Double>, _ three: SIMD2<Double>
    ) -> Double {
        let (first, second) = (two - one, three - one)
        return first.x * second.y - first.y * second.x
    }

    /// The distance between two points, in pixels of the picture, independent of the head's turn.
    func distance(_ one: MeshPoint, _ other: MeshPoint) -> Double {
        (self[one] - self[other]).length
    }

    /// The centre of an eye, from its corners and its lids, which is closer to the pupil than the middle of the
    /// corners.
    private func eye(
        _ outer: MeshPoint, _ inner: MeshPoint, _ lids: (upper: [Int], lower: [Int])
    ) -> SIMD3<Double> {
        let all = [self[outer], self[inner]] + (lids.upper + lids.lower).map { points[$0] }
        return all.reduce(.zero, +) / Double(all.count)
    }

    var eyes: (left: SIMD3<Double>, right: SIMD3<Double>) {
        (
            eye(.leftEyeOuter, .leftEyeInner, MeshPoint.leftLids),
            eye(.rightEyeOuter, .rightEyeInner, MeshPoint.rightLids)
        )
    }

    /// The quarter turns clockwise that make the face upright.
    var quarterTurns: Int {
        let way = self[.rightEyeOuter] - self[.leftEyeOuter]
        let clockwise = Int((atan2(way.y, way.x) / (.pi / 2)).rounded())
        return (4 - clockwise) % 4
    }

    /// The height of both eyes' openings divided by their width.
    var eyeOpening: Double {
        let left = opening(.leftEyeOuter, .leftEyeInner, MeshPoint.leftLids)
        let right = opening(.rightEyeOuter, .rightEyeInner, MeshPoint.rightLids)
        return (left + right) / 2
    }

    private func opening(
        _ outer: MeshPoint, _ inner: MeshPoint, _ lids: (upper: [Int], lower: [Int])
    ) -> Double {
        let heights = zip(lids.upper, lids.lower).map { (points[$0] - points[$1]).flat.length }
        let width = (self[outer] - self[inner]).flat.length
        return heights.reduce(0, +) / Double(heights.count) / max(width, 1e-9)
    }
}

extension SIMD where Scalar == Double {
    var length: Double { (self * self).sum().squareRoot() }
}
