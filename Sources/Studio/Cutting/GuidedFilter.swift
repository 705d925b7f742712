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
    @inline(__always)
    private static func solution(
        _ mean: SIMD4<Float>, _ red: SIMD4<Float>, _ green: SIMD4<Float>, _ blue: SIMD4<Float>,
        _ epsilon: Float
    ) -> SIMD4<Float> {
        let covariance = Symmetric(
            own: SIMD3(
                Double(red.x + epsilon), Double(green.y + epsilon), Double(blue.z + epsilon)),
            mutual: SIMD3(Double(red.y), Double(red.z), Double(green.z)))
        let solved = covariance.inverse.times(
            SIMD3(Double(red.w), Double(green.w), Double(blue.w)))
        let factors = SIMD4(Float(solved.x), Float(solved.y), Float(solved.z), 0)
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
