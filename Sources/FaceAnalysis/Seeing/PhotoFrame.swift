/// How the pixels that are looked at lie in the original photo.
struct PhotoFrame: Sendable {
    /// The size of the picture that is looked at.
    let width: Int
    let height: Int
    /// The pixels of the original for each pixel looked at, along a side.
    let scale: Double
    /// Whether the picture that is looked at is a mirror image.
    let isMirrored: Bool

    /// 1, or -1 for a mirror image: what measures that grow to the right are multiplied with.
    var sign: Double { isMirrored ? -1 : 1 }

    /// The size of the original, in pixels.
    var originalWidth: Double { (Double(width) * scale).rounded() }
    var originalHeight: Double { (Double(height) * scale).rounded() }

    /// The quarter turns clockwise of the original, for those of the picture that is looked at.
    func quarterTurns(_ turns: Int) -> Int {
        isMirrored ? (4 - turns) % 4 : turns
    }

    /// A point of the original, for the middle of a pixel looked at.
    func point(_ position: SIMD2<Double>) -> PhotoPoint {
        let x = isMirrored ? Double(width) - 1 - position.x : position.x
        return PhotoPoint(x: original(x).rounded(to: 1), y: original(position.y).rounded(to: 1))
    }

    /// A box of the original.
    func box(left: Double, top: Double, width: Double, height: Double) -> PhotoBox {
        let left = isMirrored ? Double(self.width) - left - width : left
        return PhotoBox(
            left: (left * scale).rounded(to: 1), top: (top * scale).rounded(to: 1),
            width: (width * scale).rounded(to: 1), height: (height * scale).rounded(to: 1))
    }

    /// An outline of the original, clockwise as the one of the picture looked at.
    func outline(_ points: [SIMD2<Double>]) -> [PhotoPoint] {
        let points = points.map(point)
        // The first is in the middle above, and stays the first.
        return isMirrored ? points.prefix(1) + points.dropFirst().reversed() : points
    }

    private func original(_ coordinate: Double) -> Double {
        (coordinate + 0.5) * scale - 0.5
    }
}
