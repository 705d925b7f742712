import Glibc

/// CIELAB of sRGB, for daylight (D65).
enum Lab {
    /// L*, a* and b* of a colour whose parts are 0 to 1.
    static func of(_ colour: SIMD4<Float>) -> SIMD4<Float> {
        let (red, green, blue) = (linear(colour.x), linear(colour.y), linear(colour.z))
        let x = root((0.412_453 * red + 0.357_580 * green + 0.180_423 * blue) / 0.950_456)
        let y = root(0.212_671 * red + 0.715_160 * green + 0.072_169 * blue)
        let z = root((0.019_334 * red + 0.119_193 * green + 0.950_227 * blue) / 1.088_754)
        return SIMD4(116 * y - 16, 500 * (x - y), 200 * (y - z), 1)
    }

    /// The nearest colour within sRGB.
    static func colour(of lab: SIMD4<Float>) -> SIMD4<Float> {
        let y = (lab.x + 16) / 116
        let (fx, fy, fz) = (power(y + lab.y / 500), power(y), power(y - lab.z / 200))
        let (x, z) = (fx * 0.950_456, fz * 1.088_754)
        return SIMD4(
            encoded(3.240_479 * x - 1.537_150 * fy - 0.498_535 * z),
            encoded(-0.969_256 * x + 1.875_991 * fy + 0.041_556 * z),
            encoded(0.055_648 * x - 0.204_043 * fy + 1.057_311 * z), 1)
    }

    /// The linear light of an sRGB value (IEC 61966-2-1).
    static func linear(_ value: Float) -> Float { table[Int(min(max(0, value), 1) * 1023 + 0.5)] }

    /// The sRGB value of linear light.
    static func encoded(_ light: Float) -> Float {
        light <= 0.003_130_8
            ? max(12.92 * light, 0) : min(1.055 * powf(light, 1 / 2.4) - 0.055, 1)
    }

    private static let table: [Float] = (0...1023).map { index in
        let value = Float(index) / 1023
        return value <= 0.040_45 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
    }

    private static func root(_ value: Float) -> Float {
        value > 0.008_856 ? cbrtf(value) : 7.787 * value + 16 / 116
    }

    private static func power(_ value: Float) -> Float {
        value > 0.206_893 ? value * value * value : (value - 16 / 116) / 7.787
    }
}
