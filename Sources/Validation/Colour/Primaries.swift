/// The lights that a colour space mixes, and their white, as places in the CIE 1931 diagram.
package struct Primaries: Sendable, Equatable {
    let red: SIMD2<Double>
    let green: SIMD2<Double>
    let blue: SIMD2<Double>
    let white: SIMD2<Double>

    init(
        red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>,
        white: SIMD2<Double> = Self.daylight
    ) {
        (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
    }

    /// The white of sRGB, D65.
    static let daylight: SIMD2<Double> = [0.3127, 0.3290]

    static let standard = Primaries(red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06])
    static let adobe = Primaries(red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06])
    static let displayP3 = Primaries(
        red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060])
    /// The same under the lamp of cinemas.
    static let cinemaP3 = Primaries(
        red: displayP3.red, green: displayP3.green, blue: displayP3.blue, white: [0.314, 0.351])
    /// Of ultra-high-definition television, ITU-R BT.2020.
    static let wide = Primaries(
        red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046])

    /// Whether the difference from sRGB is smaller than what programs round away.
    var areStandard: Bool {
        let standard = Self.standard
        return [
            red - standard.red, green - standard.green, blue - standard.blue,
            white - standard.white,
        ].allSatisfy { abs($0.x) < 0.004 && abs($0.y) < 0.004 }
    }

    /// Red, green and blue as X, Y and Z under the white of colour profiles, D50; nil if no colours lie between them.
    package var connected: [SIMD3<Double>]? {
        let places = [red, green, blue, white]
        guard
            places.allSatisfy({ (0...1).contains($0.x) && (0.01...1).contains($0.y) })
        else { return nil }
        let whole = Self.light(at: white)
        var lights = [red, green, blue].map(Self.light)
        let volume = Self.volume(lights[0], lights[1], lights[2])
        guard abs(volume) > 0.001 else { return nil }
        // All three together make the white.
        let shares = [
            Self.volume(whole, lights[1], lights[2]), Self.volume(lights[0], whole, lights[2]),
            Self.volume(lights[0], lights[1], whole),
        ]
        for index in 0..<3 { lights[index] = lights[index] * (shares[index] / volume) }
        let connected = lights.map { Self.adapted($0, from: whole) }
        // No real light is further away from white.
        return connected.allSatisfy { abs($0.x) < 2 && abs($0.y) < 2 && abs($0.z) < 2 }
            ? connected : nil
    }

    /// The light of a place with a luminance of 1.
    private static func light(at place: SIMD2<Double>) -> SIMD3<Double> {
        [place.x / place.y, 1, (1 - place.x - place.y) / place.y]
    }

    /// The determinant of three columns.
    private static func volume(
        _ one: SIMD3<Double>, _ two: SIMD3<Double>, _ three: SIMD3<Double>
    ) -> Double {
        one.x * (two.y * three.z - two.z * three.y) - two.x * (one.y * three.z - one.z * three.y)
            + three.x * (one.y * two.z - one.z * two.y)
    }

    /// A light as it looks under D50, after Bradford: ICC.1:2010, annex E.
    private static func adapted(
        _ light: SIMD3<Double>, from white: SIMD3<Double>
    ) -> SIMD3<Double> {
        let ratio = cones(of: [0.9642, 1, 0.8249]) / cones(of: white)
        let seen = cones(of: light) * ratio
        return [
            ([0.986_992_9, -0.147_054_3, 0.159_962_7] * seen).sum(),
            ([0.432_305_3, 0.518_360_3, 0.049_291_2] * seen).sum(),
            ([-0.008_528_7, 0.040_042_8, 0.968_486_7] * seen).sum(),
        ]
    }

    private static func cones(of light: SIMD3<Double>) -> SIMD3<Double> {
        [
            ([0.8951, 0.2664, -0.1614] * light).sum(),
            ([-0.7502, 1.7135, 0.0367] * light).sum(),
            ([0.0389, -0.0685, 1.0296] * light).sum(),
        ]
    }
}
