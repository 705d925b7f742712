/// Makes a plane follow the edges of a picture: within each square, its values become a linear function of the
/// colour.
///
/// He, Sun and Tang, "Guided Image Filtering", 2010. The function is kept and not the values, so that it can be
/// computed on a small copy and applied to the picture itself ("Fast Guided Filter", 2015).
enum GuidedFilter {
    /// The function for each pixel: the factors of red, green and blue, and the constant.
    ///
    /// - Parameters:
    ///   - plane: As large as `colours`.
    ///   - epsilon: A contrast with a smaller square is not an edge.
    static func coefficients(
        of plane: Plane, along colours: Field, radius: Int, epsilon: Float
    ) -> Field {
        let (width, height) = (colours.width, colours.height)
        let count = width * height
        var first = Field(width: width, height: height)
        var second = first
        var third = first
        var fourth = first
        for index in 0..<count {
            let (colour, value) = (colours.values[index], plane.values[index])
            first.values[index] = SIMD4(colour.x, colour.y, colour.z, value)
            second.values[index] = colour.x * first.values[index]
            third.values[index] = colour.y * first.values[index]
            fourth.values[index] = colour.z * first.values[index]
        }
        first.average(radius: radius)
        second.average(radius: radius)
        third.average(radius: radius)
        fourth.average(radius: radius)
        for index in 0..<count {
            let mean = first.values[index]
            first.values[index] = solution(
                mean, second.values[index] - mean * mean.x, third.values[index] - mean * mean.y,
                fourth.values[index] - mean * mean.z, epsilon)
        }
        first.average(radius: radius)
        return first
    }

    /// The best linear fit, from the means and the covariances of red, green and blue with each other and with
    /// the value.
    ///
    /// In double precision: in hair, which has a single hue, the determinant is a small difference of large numbers.
    @inline(__always)
    private static func solution(
        _ mean: SIMD4<Float>, _ red: SIMD4<Float>, _ green: SIMD4<Float>, _ blue: SIMD4<Float>,
        _ epsilon: Float
    ) -> SIMD4<Float> {
        let (rr, rg, rb) = (Double(red.x + epsilon), Double(red.y), Double(red.z))
        let (gg, gb) = (Double(green.y + epsilon), Double(green.z))
        let bb = Double(blue.z + epsilon)
        let (c11, c12, c13) = (gg * bb - gb * gb, gb * rb - rg * bb, rg * gb - gg * rb)
        let (c22, c23, c33) = (rr * bb - rb * rb, rb * rg - rr * gb, rr * gg - rg * rg)
        let scale = 1 / (rr * c11 + rg * c12 + rb * c13)
        let (r, g, b) = (Double(red.w), Double(green.w), Double(blue.w))
        let factors = SIMD4(
            Float((c11 * r + c12 * g + c13 * b) * scale),
            Float((c12 * r + c22 * g + c23 * b) * scale),
            Float((c13 * r + c23 * g + c33 * b) * scale), 0)
        var result = factors
        result.w = mean.w - (factors * mean).sum()
        return result
    }

    /// The function's value for a colour, whose fourth part is 1.
    @inline(__always)
    static func value(_ coefficients: SIMD4<Float>, _ colour: SIMD4<Float>) -> Float {
        (coefficients * colour).sum()
    }
}
