import FaceFacts

/// Maps the pixels of the analysed picture to the original photo.
struct PhotoFrame: Sendable {
    /// The size of the analysed picture.
    let width: Int
    let height: Int
    /// The pixels of the original per analysed pixel, along a side.
    let scale: Double
    /// Whether the analysed picture is a mirror image.
    let isMirrored: Bool

    /// 1, or -1 for a mirror image: the factor of measures that grow to the right.
    var sign: Double { isMirrored ? -1 : 1 }

    /// The size of the original, in pixels.
    var originalWidth: Double { (Double(width) * scale).rounded() }
    var originalHeight: Double { (Double(height) * scale).rounded() }

    /// The quarter turns of the original, clockwise, for those of the analysed picture.
    func quarterTurns(_ turns: Int) -> Int {
        isMirrored ? (4 - turns) % 4 : turns
    }

    /// The point of the original for the centre of an analysed pixel.
    func point(_ position: SIMD2<Double>) -> PhotoPoint {
        let x = isMirrored ? Double(width) - 1 - position.x : position.x
        return PhotoPoint(x: original(x).rounded(to: 1), y: original(position.y).rounded(to: 1))
    }

    func box(left: Double, top: Double, width: Double, height: Double) -> PhotoBox {
        let left = isMirrored ? Double(self.width) - left - width : left
        return PhotoBox(
            left: (left * scale).rounded(to: 1), top: (top * scale).rounded(to: 1),
            width: (width * scale).rounded(to: 1), height: (height * scale).rounded(to: 1))
    }

    /// An outline of the original, clockwise like that of the analysed picture.
    func outline(_ points: [SIMD2<Double>]) -> [PhotoPoint] {
        let points = points.map(point)
        // The first point is at the top in the middle, and stays first.
        return isMirrored ? points.prefix(1) + points.dropFirst().reversed() : points
    }

    private func original(_ coordinate: Double) -> Double {
        (coordinate + 0.5) * scale - 0.5
    }

    /// The distance of a point of the analysed picture from the nearest edge, in its pixels; negative beyond it.
    func room(around point: SIMD2<Double>) -> Double {
        min(point.x + 0.5, Double(width) - 0.5 - point.x, heightRoom(around: point))
    }

    /// The same for the upper and the lower edge only.
    func heightRoom(around point: SIMD2<Double>) -> Double {
        min(point.y + 0.5, Double(height) - 0.5 - point.y)
    }
}
