/// The photo's own background, blurred as if the person were not there.
///
/// Averages only pixels that certainly are background: light from the person never enters, so there is no halo.
struct BlurredBackground {
    /// The colours, 0 to 1, on a grid of half the fine copy's size.
    let colours: Field

    /// The blur, in eye distances; a wider one is used where little background is near.
    private static let sigmas: [Float] = [0.35, 0.9, 2.5]
    /// The share of background around a pixel that makes a wider blur unnecessary.
    private static let enough: Float = 0.25
    /// Ensures a colour even if there is no background at all.
    private static let leastWeight: Float = 1e-5
    /// Pixels nearer to the person than this are left out, in eye distances.
    private static let distance: (Float, Float) = (0.03, 0.09)

    init(of copy: FineCopy, _ alpha: Plane) {
        let unit = copy.head.unit / 2
        let coarse = alpha.halved()
        let distances = Mask(coarse, where: { $0 > 0.05 }).distances()
        let light = copy.colours.halved().map {
            SIMD4(Lab.linear($0.x), Lab.linear($0.y), Lab.linear($0.z), 1)
        }.weighted(
            by: distances.map {
                smoothStep($0, Self.distance.0 * unit, Self.distance.1 * unit) + Self.leastWeight
            })
        var mixed = Field(width: coarse.width, height: coarse.height)
        var known = Plane(width: coarse.width, height: coarse.height)
        for sigma in Self.sigmas {
            let blurred = light.blurred(sigma: sigma * unit)
            for index in mixed.values.indices {
                let value = blurred.values[index]
                let share = (1 - known.values[index]) * min(max(0, value.w / Self.enough), 1)
                mixed.values[index] += value / max(value.w, Self.leastWeight) * share
                known.values[index] += share
            }
        }
        colours = Field(width: coarse.width, height: coarse.height) { index in
            // Where no background is near, the little there is decides.
            let colour = mixed.values[index] / max(known.values[index], Self.leastWeight)
            return SIMD4(
                Lab.encoded(colour.x), Lab.encoded(colour.y), Lab.encoded(colour.z), 1)
        }
    }
}
