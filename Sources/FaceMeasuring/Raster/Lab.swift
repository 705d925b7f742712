import Glibc

/// A colour in CIELAB under D65: lightness 0 to 100, red against green, yellow against blue.
struct Lab: Sendable {
    let lightness: Float
    let a: Float
    let b: Float

    /// The distance from grey.
    var chroma: Float { (a * a + b * b).squareRoot() }

    /// The colour of linear light in the primaries of sRGB, 0 to 1 each.
    init(red: Float, green: Float, blue: Float) {
        // IEC 61966-2-1, divided by the white point of D65.
        let x = Self.root((0.412_456 * red + 0.357_576 * green + 0.180_438 * blue) / 0.950_47)
        let y = Self.root(Self.luminance(red: red, green: green, blue: blue))
        let z = Self.root((0.019_334 * red + 0.119_192 * green + 0.950_304 * blue) / 1.088_83)
        lightness = 116 * y - 16
        a = 500 * (x - y)
        b = 200 * (y - z)
    }

    /// The luminance of linear light in the primaries of sRGB.
    static func luminance(red: Float, green: Float, blue: Float) -> Float {
        0.212_673 * red + 0.715_152 * green + 0.072_175 * blue
    }

    /// The lightness of a luminance, 0 to 1.
    static func lightness(ofLuminance luminance: Float) -> Float { 116 * root(luminance) - 16 }

    /// The linear light of each value of sRGB.
    static let linear: [Float] = (0...255).map { value in
        let share = Double(value) / 255
        return Float(share <= 0.040_45 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4))
    }

    /// CIELAB's cube root, which is linear near black.
    private static func root(_ share: Float) -> Float {
        // Faster than `cbrtf`, and exact enough for 8-bit colours; gains can make light brighter than white.
        let place = share * Float(steps)
        guard share >= 0, place < Float(roots.count - 1) else { return exactRoot(max(0, share)) }
        let index = Int(place)
        return roots[index] + (roots[index + 1] - roots[index]) * (place - Float(index))
    }

    private static func exactRoot(_ share: Float) -> Float {
        share > 0.008_856 ? cbrtf(share) : 7.787 * share + 16 / 116
    }

    private static let steps = 4096
    /// The roots of light up to white, and a step beyond.
    private static let roots = (0...steps + 1).map { exactRoot(Float($0) / Float(steps)) }
}

extension ColourRaster {
    /// The colour of each pixel, after multiplying its light by `gains`.
    func labs(gains: SIMD3<Float> = .one) -> [Lab] {
        (0..<width * height).map { lab(of: $0, gains: gains) }
    }

    /// The colour of one pixel, after multiplying its light by `gains`.
    func lab(of pixel: Int, gains: SIMD3<Float> = .one) -> Lab {
        let light = light(of: pixel) * gains
        return Lab(red: light.x, green: light.y, blue: light.z)
    }

    /// The linear light of one pixel.
    func light(of pixel: Int) -> SIMD3<Float> {
        let first = pixel * 3
        return SIMD3(
            Lab.linear[Int(rgb[first])], Lab.linear[Int(rgb[first + 1])],
            Lab.linear[Int(rgb[first + 2])])
    }

    /// The luminance of each pixel, 0 to 1.
    func luminances() -> [Float] {
        (0..<width * height).map { pixel in
            let light = light(of: pixel)
            return Lab.luminance(red: light.x, green: light.y, blue: light.z)
        }
    }
}
