/// A possible face found by the detector's net, in pixels of the picture; the mesh decides whether it is one.
struct FaceCandidate: Sendable {
    /// How much it looks like a face, 0 to 1.
    var score: Double
    var left: Double
    var top: Double
    var width: Double
    var height: Double
    /// The centres of the eyes; the one at the left of the face comes first.
    var eyes: (SIMD2<Double>, SIMD2<Double>)
    var mouth: SIMD2<Double>

    var middle: SIMD2<Double> { [left + width / 2, top + height / 2] }

    /// The same face, in pixels of the picture from which the patch was cut.
    func placed(by patch: Patch) -> FaceCandidate {
        func place(_ point: SIMD2<Double>) -> SIMD2<Double> {
            patch.position(x: point.x, y: point.y)
        }
        let corner = place([left, top])
        return FaceCandidate(
            score: score, left: corner.x, top: corner.y, width: width * patch.step,
            height: height * patch.step, eyes: (place(eyes.0), place(eyes.1)), mouth: place(mouth))
    }

    /// The intersection of both boxes divided by their union.
    func overlap(with other: FaceCandidate) -> Double {
        let across = min(left + width, other.left + other.width) - max(left, other.left)
        let down = min(top + height, other.top + other.height) - max(top, other.top)
        let shared = max(0, across) * max(0, down)
        return shared / (width * height + other.width * other.height - shared)
    }
}

extension FaceCandidate {
    /// Merges several of the same face, weighted by score.
    init(meanOf candidates: [FaceCandidate]) {
        let sum = candidates.reduce(0) { $0 + $1.score }
        func mean(_ value: (FaceCandidate) -> Double) -> Double {
            candidates.reduce(0) { $0 + value($1) * $1.score } / sum
        }
        func mean(_ point: (FaceCandidate) -> SIMD2<Double>) -> SIMD2<Double> {
            candidates.reduce(.zero) { $0 + point($1) * $1.score } / sum
        }
        self.init(
            score: candidates.map(\.score).max() ?? 0, left: mean(\.left), top: mean(\.top),
            width: mean(\.width), height: mean(\.height),
            eyes: (mean { $0.eyes.0 }, mean { $0.eyes.1 }), mouth: mean(\.mouth))
    }
}
