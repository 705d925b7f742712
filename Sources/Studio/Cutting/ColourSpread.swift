/// The colours of a set of pixels around each point: their mean and their covariance.
struct ColourSpread {
    /// Means of what is in the set, and the share of the set in the surroundings.
    private let first: Field
    /// Means of the squares of red, green and blue.
    private let squares: Field
    /// Means of the products of red and green, red and blue, and green and blue.
    private let products: Field

    /// - Parameters:
    ///   - weight: How much each pixel belongs to the set; as large as `colours`.
    ///   - sigma: The reach of the surroundings, in pixels.
    init(of colours: Field, weight: Plane, sigma: Float) {
        let weighted = colours.weighted(by: weight)
        first = weighted.blurred(sigma: sigma)
        squares = Field(width: colours.width, height: colours.height) {
            weighted.values[$0] * colours.values[$0]
        }.blurred(sigma: sigma)
        products = Field(width: colours.width, height: colours.height) { index in
            let (weighted, colour) = (weighted.values[index], colours.values[index])
            return SIMD4(
                weighted.x * colour.y, weighted.x * colour.z, weighted.y * colour.z, 0)
        }.blurred(sigma: sigma)
    }

    /// The share of the set in the surroundings of a point, 0 to 1.
    @inline(__always)
    func share(_ index: Int) -> Float { first.values[index].w }

    /// The mean of the set around a point.
    @inline(__always)
    func mean(_ index: Int) -> SIMD3<Double> {
        Self.part(first.values[index]) / weight(index)
    }

    /// The covariance of the set around a point; variances are 0 or more.
    @inline(__always)
    func covariance(_ index: Int) -> Symmetric {
        let (mean, weight) = (mean(index), weight(index))
        let own = Self.part(squares.values[index]) / weight - mean * mean
        let mutual = Self.part(products.values[index]) / weight
        return Symmetric(
            own: pointwiseMax(own, .zero),
            mutual: mutual - SIMD3(mean.x * mean.y, mean.x * mean.z, mean.y * mean.z))
    }

    /// Where nothing of the set is near, values are meaningless, but finite.
    private func weight(_ index: Int) -> Double { Double(max(first.values[index].w, 1e-5)) }

    @inline(__always)
    private static func part(_ value: SIMD4<Float>) -> SIMD3<Double> {
        SIMD3(Double(value.x), Double(value.y), Double(value.z))
    }
}
