public import Foundation
public import Testing

/// A picture of soft transitions between colours of skin, cloth, leaves and sky, as files of many kinds store it.
///
/// What each pixel is in sRGB is computed here from published matrices and curves, so no library's word is taken for it.
public struct ColourChart: Sendable {
    /// The width in pixels.
    public static let width = 320
    /// The height in pixels.
    public static let height = 256

    /// How values stand for colours.
    public struct Space: Sendable, CustomTestStringConvertible {
        /// The name of the space.
        public let testDescription: String
        /// From linear light in the primaries of sRGB to that in the space's.
        let matrix: [[Double]]
        /// From light, where 1 is white, to the value that is stored.
        let value: @Sendable (Double) -> Double

        static let same = [[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]
        /// From the primaries of sRGB to those of Display P3.
        static let toP3 = [
            [0.822_462, 0.177_538, 0], [0.033_194, 0.966_806, 0],
            [0.017_083, 0.072_397, 0.910_520],
        ]
        /// ITU-R BT.2087.
        static let toWide = [
            [0.627_404, 0.329_283, 0.043_313], [0.069_097, 0.919_540, 0.011_362],
            [0.016_391, 0.088_013, 0.895_595],
        ]
        static let toAdobe = [
            [0.715_126, 0.284_874, 0], [0, 1, 0], [0, 0.041_162, 0.958_838],
        ]

        /// sRGB.
        public static let standard = Space("sRGB", same, StandardCurve.value)
        /// Linear light in the primaries of sRGB.
        public static let linear = power(1)
        /// Display P3.
        public static let displayP3 = Space("Display P3", toP3, StandardCurve.value)
        /// The primaries of BT.2020 under the curve of sRGB.
        public static let wide = Space("BT.2020", toWide, StandardCurve.value)
        /// Adobe RGB (1998).
        public static let adobe = Space("Adobe RGB", toAdobe) { pow($0, 256.0 / 563) }
        /// PQ in the primaries of BT.2020, with white at 203 nits.
        public static let quantizer = Space("PQ", toWide) { light in
            let share = pow(light * 203 / 10_000, 0.159_301_757_8)
            return pow((0.835_937_5 + 18.851_562_5 * share) / (1 + 18.687_5 * share), 78.843_75)
        }
        /// HLG in the primaries of BT.2020.
        public static let hybrid = Space("HLG", toWide) { light in
            // A white page is at three quarters of the signal.
            let scene = light * 0.264_96
            return scene <= 1.0 / 12
                ? (3 * scene).squareRoot()
                : 0.178_832_77 * log(12 * scene - 0.284_668_92) + 0.559_910_73
        }

        /// The value from 0 to 1 that is stored for light, where 1 is white.
        public func level(of light: Double) -> Double { value(light) }

        /// The primaries of sRGB under a power of the values.
        public static func power(_ exponent: Double) -> Space {
            Space("a power of \(exponent)", same) { pow($0, 1 / exponent) }
        }

        init(
            _ name: String, _ matrix: [[Double]], _ value: @escaping @Sendable (Double) -> Double
        ) {
            (testDescription, self.matrix, self.value) = (name, matrix, value)
        }
    }

    let space: Space
    /// 8, or 16.
    let bits: Int
    let isGrey: Bool
    let hasAlpha: Bool
    let profile: ProfileFixture?

    /// Chooses what is stored; a profile is put into the file as it is.
    public init(
        _ space: Space, bits: Int = 8, isGrey: Bool = false, hasAlpha: Bool = false,
        profile: ProfileFixture? = nil
    ) {
        (self.space, self.bits, self.isGrey) = (space, bits, isGrey)
        (self.hasAlpha, self.profile) = (hasAlpha, profile)
    }

    /// The file, by the suffix of its format with options in brackets.
    public func file(_ suffix: String) throws -> Data {
        let most = bits == 8 ? 255.0 : 65_535
        var levels: [UInt16] = []
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                levels += values(x, y).map { UInt16((min(max($0, 0), 1) * most).rounded()) }
                if hasAlpha { levels.append(UInt16((opacity(x) * most).rounded())) }
            }
        }
        let bands = (isGrey ? 1 : 3) + (hasAlpha ? 1 : 0)
        var image =
            bits == 8
            ? FixtureImage(
                Raster(
                    width: Self.width, height: Self.height, bands: bands,
                    bytes: levels.map { UInt8($0) }))
            : FixtureImage(levels: levels, width: Self.width, height: Self.height, bands: bands)
        if let profile { image.set("icc-profile-data", profile.bytes) }
        return try image.encoded(as: suffix)
    }

    private func values(_ x: Int, _ y: Int) -> [Double] {
        let light = colour(x, y).map { StandardCurve.light(of: $0 / 255) }
        if isGrey { return [space.value(light[0])] }
        return space.matrix.map { row in
            space.value(max(zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }, 0))
        }
    }

    /// The colour in sRGB, 0 to 255 each.
    private func colour(_ x: Int, _ y: Int) -> [Double] {
        let across = Double(x) / Double(Self.width - 1)
        let down = Double(y) / Double(Self.height - 1)
        let colours = (0..<3).map { channel in
            let top = Self.corners[0][channel] * (1 - across) + Self.corners[1][channel] * across
            let bottom = Self.corners[2][channel] * (1 - across) + Self.corners[3][channel] * across
            return top * (1 - down) + bottom * down
        }
        return isGrey ? [colours[0], colours[0], colours[0]] : colours
    }

    /// Dark skin, fair skin, sky, and leaves.
    private static let corners: [[Double]] = [
        [80, 55, 45], [238, 205, 185], [70, 120, 210], [70, 150, 60],
    ]

    /// From nothing at the left to all at the right.
    private func opacity(_ x: Int) -> Double {
        hasAlpha ? Double(x) / Double(Self.width - 1) : 1
    }

    /// How far the colours of a picture of the same sides are from what they should be, before white.
    ///
    /// - Returns: The mean of CIEDE2000 over all pixels, and the value that one in a hundred exceeds.
    public func difference(of picture: Data) throws -> (mean: Double, worst: Double) {
        let judge = try PictureJudge(picture)
        guard judge.width == Self.width, judge.height == Self.height else {
            throw PhotoFixtureError.cannotDecode
        }
        var differences: [Double] = []
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                let opacity = opacity(x)
                let wanted = colour(x, y).map { $0 * opacity + 255 * (1 - opacity) }
                let seen = (0..<3).map { channel in
                    let place = (y * Self.width + x) * judge.bands + min(channel, judge.bands - 1)
                    return Double(judge.pixels[place])
                }
                differences.append(
                    LabColour(red: seen[0], green: seen[1], blue: seen[2]).difference(
                        from: LabColour(red: wanted[0], green: wanted[1], blue: wanted[2])))
            }
        }
        differences.sort()
        return (
            differences.reduce(0, +) / Double(differences.count),
            differences[differences.count * 99 / 100]
        )
    }
}
