import Foundation

/// The factors for linear light that bring a photo's colours closer to daylight.
struct WhiteBalance {
    /// One gain for red, green and blue.
    let gains: SIMD3<Float>
    /// Whether the light was too coloured to be fully corrected.
    let isClamped: Bool

    /// Full correction spoils close-ups, which show only skin; no correction leaves the cast of a blue studio.
    private static let damping = 0.5
    private static let limits = 0.8...1.25

    /// By shades of grey: the sixth norm of each channel should be equal.
    init(of photo: ColourRaster) {
        var sums = SIMD3<Double>.zero
        for pixel in 0..<photo.width * photo.height {
            for channel in 0..<3 {
                let light = Double(Lab.linear[Int(photo.rgb[pixel * 3 + channel])])
                let cube = light * light * light
                sums[channel] += cube * cube
            }
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
        self.gains = gains
        self.isClamped = isClamped
    }
}
