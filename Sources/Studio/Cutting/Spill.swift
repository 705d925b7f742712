/// The background's hue on the person's edge, such as a green lawn's light in fair curls.
///
/// Colours are CIELAB's; lengths are in eye distances.
struct Spill {
    /// For each pixel of a coarse grid: the direction of the background's hue (a and b), how much of it to
    /// remove, and how much of it the person has anyway.
    let field: Field

    /// Further inside than this, nothing is changed.
    private static let depth: Float = 0.3
    /// The background's colours are averaged over this radius, and the person's own over the next.
    private static let backgroundSigma: Float = 0.45
    private static let ownSigma: Float = 0.5
    /// The person's own colours are those this far inside the edge.
    private static let ownDepth: Float = 0.22
    /// A background with less chroma has no real hue; from the second value on, all of it is removed.
    private static let chroma: (Float, Float) = (10, 25)
    /// This much more of the hue than the person's own is left.
    private static let tolerance: Float = 4

    init(of colours: Field, _ alpha: Plane, _ head: Head) {
        let unit = head.unit
        let outside = Mask(alpha, where: { $0 > 0.02 }).distances()
        let behind = colours.weighted(by: outside.map { $0 > 0.03 * unit ? 1 : 0 })
            .blurred(sigma: Self.backgroundSigma * unit)
        let inside = Mask(alpha, where: { $0 <= 0.5 }).distances()
        let own = colours.map(Lab.of).weighted(
            by: inside.merged(with: alpha) { $0 > Self.ownDepth * unit && $1 > 0.98 ? 1 : 0 }
        ).blurred(sigma: Self.ownSigma * unit)
        field = Field(width: alpha.width, height: alpha.height) { index in
            let lab = Lab.of(behind.values[index] / (behind.values[index].w + 1e-4))
            let length = (lab.y * lab.y + lab.z * lab.z).squareRoot()
            let hue = SIMD2(lab.y, lab.z) / (length + 1e-3)
            let mine = own.values[index] / (own.values[index].w + 1e-4)
            let near = min(max(1 - inside.values[index] / (Self.depth * unit), 0), 1)
            let known =
                min(behind.values[index].w / 0.05, 1) * min(own.values[index].w / 0.02, 1)
            let strength =
                near * known
                * min(max((length - Self.chroma.0) / (Self.chroma.1 - Self.chroma.0), 0), 1)
            return SIMD4(
                hue.x, hue.y, strength,
                max(mine.y * hue.x + mine.z * hue.y, 0) + Self.tolerance)
        }
    }

    /// A colour without the excess of the hue.
    @inline(__always)
    static func removed(_ spill: SIMD4<Float>, from colour: SIMD4<Float>) -> SIMD4<Float> {
        guard spill.z > 0.01 else { return colour }
        let lab = Lab.of(colour)
        let excess = (lab.y * spill.x + lab.z * spill.y - spill.w) * spill.z
        guard excess > 0 else { return colour }
        return Lab.colour(
            of: SIMD4(lab.x, lab.y - spill.x * excess, lab.z - spill.y * excess, 1))
    }
}
