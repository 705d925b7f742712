/// Grain that hides the steps between levels of colour; the same in every picture.
enum Noise {
    /// The grain of a pixel, as a share of the colour range: within 1.6 levels, mostly within 0.8.
    static func value(_ x: Int, _ y: Int) -> Float {
        var bits =
            UInt32(truncatingIfNeeded: x) &* 0x9E37_79B1 ^ UInt32(truncatingIfNeeded: y)
            &* 0x85EB_CA77
        bits = (bits ^ bits >> 15) &* 0x2C1B_3C6D
        bits = (bits ^ bits >> 12) &* 0x297A_2D39
        bits ^= bits >> 15
        // The sum of four uniform numbers is nearly bell-shaped.
        let sum = (bits & 255) + (bits >> 8 & 255) + (bits >> 16 & 255) + (bits >> 24)
        return (Float(sum) / 510 - 1) * (1.6 / 255)
    }
}
