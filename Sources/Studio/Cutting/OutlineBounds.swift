/// Where the person can be at all, and where nothing else can be, on a grid of half the outline's size.
///
/// Parts that hang on the body by a thin bridge are removed, and small holes in it are filled. Lengths are in
/// eye distances.
struct OutlineBounds {
    /// For each pixel, the factor of alpha and its minimum.
    let field: Field

    /// Bridges thinner than twice this are cut.
    private static let opening: Float = 0.05
    /// What is this far from the body is removed, softly.
    private static let reach: (Float, Float) = (0.07, 0.17)
    /// Enclosed holes smaller than a square of this side are filled.
    private static let hole: Float = 0.22

    init(of alpha: Plane, _ head: Head) {
        let inside = Mask(alpha, where: { $0 > 0.5 })
        let opening = Self.opening * head.unit
        let body = MainBody(in: inside.shrunk(by: opening).grown(by: opening), head)
        let distances = body.mask.distances()
        var field = Field(width: alpha.width, height: alpha.height) { index in
            let distance = distances.values[index]
            return SIMD4(
                1 - smoothStep(distance, Self.reach.0 * head.unit, Self.reach.1 * head.unit), 0, 0,
                0)
        }
        let outside = inside.inverted
        let mostPixels = Self.hole * Self.hole * head.unit * head.unit
        for piece in outside.pieces()
        where Float(piece.count) < mostPixels && !outside.touchesEdge(piece) {
            for index in piece { field.values[index].y = 1 }
        }
        self.field = field
    }

    /// A plane on a grid twice as fine, limited to the bounds.
    func applied(to alpha: Plane) -> Plane {
        var bounded = alpha
        var rows = RowEnlarger(field, step: 2, width: alpha.width)
        for y in 0..<alpha.height {
            rows.move(to: y)
            for x in 0..<alpha.width {
                let index = y * alpha.width + x
                bounded.values[index] = Self.bounded(alpha.values[index], rows[x])
            }
        }
        return bounded
    }

    @inline(__always)
    private static func bounded(_ alpha: Float, _ bounds: SIMD4<Float>) -> Float {
        max(alpha * bounds.x, bounds.y)
    }
}
