import Glibc

/// The factors for linear light that bring a photo's colours closer to daylight.
struct WhiteBalance {
    /// One gain for red, green and blue.
    let gains: SIMD3<Float>
    /// Whether the light was too coloured to be fully corrected.
    let isClamped: Bool

    /// No change.
    static let none = WhiteBalance(gains: .one, isClamped: false)

    /// Half of a cast is removed: a wall may be coloured, and the evening's light belongs to it.
    private static let damping = 0.5
    private static let limits = 0.8...1.25

    private init(gains: SIMD3<Float>, isClamped: Bool) {
        self.gains = gains
        self.isClamped = isClamped
    }

    /// By shades of grey: the sixth norm of each channel should be equal.
    init(of photo: ColourRaster) {
        self.init(of: (0..<photo.width * photo.height).map(photo.light(of:)))
    }

    /// By shades of grey over linear light.
    private init(of lights: [SIMD3<Float>]) {
        var sums = SIMD3<Double>.zero
        for light in lights {
            let light = SIMD3<Double>(light)
            let cube = light * light * light
            sums += cube * cube
        }
        let norms = SIMD3(pow(sums.x, 1 / 6), pow(sums.y, 1 / 6), pow(sums.z, 1 / 6))
        let mean = norms.sum() / 3
        var gains = SIMD3<Float>.one
        var isClamped = false
        for channel in 0..<3 where norms[channel] > 0 {
            let gain = pow(mean / norms[channel], Self.damping)
            if !Self.limits.contains(gain) { isClamped = true }
            gains[channel] = Float(min(max(gain, Self.limits.lowerBound), Self.limits.upperBound))
        }
        self.init(gains: gains, isClamped: isClamped)
    }
}

extension WhiteBalance {
    /// By what is behind a person, as far as it can be grey, and as far as skin looks no less like skin afterwards.
    ///
    /// Skin, hair and clothes are coloured, and most of a portrait shows nothing else: taken for grey, they would tint a
    /// neutral wall.
    ///
    /// - Parameters:
    ///   - background: Colours in sRGB.
    ///   - skin: The usual colour of the face in sRGB.
    init(behind background: [SIMD3<UInt8>], skin: SIMD3<UInt8>) {
        let grey = background.map(Self.light).filter(Self.canBeGrey)
        guard !grey.isEmpty, grey.count >= background.count / Self.leastGrey else {
            self = .none
            return
        }
        let whole = WhiteBalance(of: grey)
        let seen = Self.distanceFromSkin(Self.light(skin))
        let share = [1, 0.75, 0.5, 0.25].first { (share: Float) in
            let gains = Self.share(share, of: whole.gains)
            return Self.distanceFromSkin(Self.light(skin) * gains) <= seen
        }
        self.init(gains: Self.share(share ?? 0, of: whole.gains), isClamped: whole.isClamped)
    }

    /// One in this many pixels of a background has to be grey; else it is a wall of some colour, or a wood.
    private static let leastGrey = 4

    private static func share(_ share: Float, of gains: SIMD3<Float>) -> SIMD3<Float> {
        .one + (gains - .one) * share
    }

    private static func light(_ colour: SIMD3<UInt8>) -> SIMD3<Float> {
        SIMD3(Lab.linear[Int(colour.x)], Lab.linear[Int(colour.y)], Lab.linear[Int(colour.z)])
    }

    /// Whether a light of this colour can come from something grey.
    ///
    /// Light is yellow or blue, and hardly ever green or magenta. What is nearly black or washed out has no colour that
    /// could be trusted.
    private static func canBeGrey(_ light: SIMD3<Float>) -> Bool {
        guard light.min() > 0.01, light.max() < 0.97 else { return false }
        let warmth = light.x / light.z
        let greenness = light.y / (light.x * light.z).squareRoot()
        return (0.4...2.5).contains(warmth) && (0.8...1.25).contains(greenness)
    }

    /// By how many degrees the hue of a light is outside of the range of skin; 0 within it, and without a clear hue.
    private static func distanceFromSkin(_ light: SIMD3<Float>) -> Float {
        let lab = Lab(red: light.x, green: light.y, blue: light.z)
        guard lab.chroma > 4 else { return 0 }
        let hue = atan2(lab.b, lab.a) * 180 / .pi
        return max(skinHues.lowerBound - hue, hue - skinHues.upperBound, 0)
    }

    /// In degrees in CIELAB: skin of all shades, in daylight and in the light of rooms.
    private static let skinHues: ClosedRange<Float> = 35...72
}
