/// A symmetric matrix over red, green and blue, such as the covariances of colours.
///
/// In double precision: in hair, which has a single hue, the determinant is a small difference of large numbers.
struct Symmetric {
    /// The diagonal: red, green and blue with themselves.
    var own: SIMD3<Double>
    /// Red with green, red with blue, and green with blue.
    var mutual: SIMD3<Double>

    /// The inverse; meaningless unless the matrix is positive definite.
    @inline(__always)
    var inverse: Symmetric {
        let (rr, gg, bb) = (own.x, own.y, own.z)
        let (rg, rb, gb) = (mutual.x, mutual.y, mutual.z)
        let cofactors = SIMD3(gg * bb - gb * gb, rr * bb - rb * rb, rr * gg - rg * rg)
        let others = SIMD3(gb * rb - rg * bb, rg * gb - gg * rb, rb * rg - rr * gb)
        let scale = 1 / (rr * cofactors.x + rg * others.x + rb * others.y)
        return Symmetric(own: cofactors * scale, mutual: others * scale)
    }

    /// The product with a vector.
    @inline(__always)
    func times(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            own.x * vector.x + mutual.x * vector.y + mutual.y * vector.z,
            mutual.x * vector.x + own.y * vector.y + mutual.z * vector.z,
            mutual.y * vector.x + mutual.z * vector.y + own.z * vector.z)
    }

    /// The variance along a vector.
    @inline(__always)
    func along(_ vector: SIMD3<Double>) -> Double { (times(vector) * vector).sum() }

    @inline(__always)
    static func + (one: Symmetric, other: Symmetric) -> Symmetric {
        Symmetric(own: one.own + other.own, mutual: one.mutual + other.mutual)
    }
}
