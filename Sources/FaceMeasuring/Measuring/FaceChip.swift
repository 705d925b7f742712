/// An upright face at a fixed size, for everything that is measured on skin: 64 pixels between the eyes.
struct FaceChip {
    static let width = 160
    static let height = 192
    /// The middle of the face, and the radii of the ellipse around it.
    static let middle: SIMD2<Float> = [80, 96]
    static let radii: SIMD2<Float> = [58, 80]
    private static let eyeDistance = 64.0
    private static let leftEye: SIMD2<Double> = [48, 60]
    /// The least distance in Lab that counts as another colour; skin itself varies as much.
    private static let leastSpread: Float = 4
    /// The radius over which colours are averaged, so that noise moves no pixel in or out.
    private static let smoothing = 2

    let colours: ColourRaster
    /// The place of the chip in the picture.
    let patch: Patch
    /// The colour around each pixel, little affected by noise.
    let calm: [Lab]
    /// The CIELAB lightness around each pixel, little affected by noise.
    let lightness: [Float]
    /// The luminance around each pixel, 0 to 1.
    let luminance: [Float]
    /// The luma of the pixels, 0 to 255.
    let grey: [Float]
    /// The green of the pixels, which is most of their light.
    let green: [UInt8]
    /// The pixels within the ellipse.
    let face: [Int]
    /// The skin pixels of the face: of its colour, and not around the eyes or the mouth.
    let skin: [Int]

    init(of picture: Picture, eyes: EyePair) {
        let across = (eyes.right - eyes.left) / Self.eyeDistance
        patch = Patch(
            width: Self.width, height: Self.height, across: across, Self.leftEye, at: eyes.left)
        colours = patch.colours(of: picture)
        grey = colours.grey().pixels.map(Float.init)
        green = (0..<Self.width * Self.height).map { [colours] in colours.rgb[$0 * 3 + 1] }
        face = Self.ellipse()
        let calm = colours.smoothed(radius: Self.smoothing)
        self.calm = calm.labs()
        lightness = self.calm.map(\.lightness)
        luminance = calm.luminances()
        skin = Self.skin(by: self.calm, within: face)
    }

    private static func ellipse() -> [Int] {
        (0..<width * height).filter { pixel in
            let place = (position(of: pixel) - middle) / radii
            return (place * place).sum() <= 1
        }
    }

    static func position(of pixel: Int) -> SIMD2<Float> {
        [Float(pixel % width), Float(pixel / width)]
    }

    private static func skin(by lab: [Lab], within face: [Int]) -> [Int] {
        let bare = face.filter { pixel in
            let place = position(of: pixel)
            let isEye = (44...76).contains(place.y)
            let isMouth = (118...146).contains(place.y) && abs(place.x - middle.x) < 34
            return !isEye && !isMouth
        }
        let sample = face.filter { pixel in
            let place = position(of: pixel)
            return (76...114).contains(place.y) && abs(place.x - middle.x) < 34
        }
        let a = Spread(of: sample.map { lab[$0].a }, least: leastSpread)
        let b = Spread(of: sample.map { lab[$0].b }, least: leastSpread)
        return bare.filter { a.holds(lab[$0].a) && b.holds(lab[$0].b) }
    }
}

/// The median of samples and their spread, little affected by outliers.
private struct Spread {
    private let middle: Float
    private let deviation: Float

    init(of samples: [Float], least: Float) {
        let middle = Statistics.median(of: samples)
        self.middle = middle
        // 1.4826 turns the median distance into the standard deviation of a normal distribution.
        deviation = max(least, 1.4826 * Statistics.median(of: samples.map { abs($0 - middle) }))
    }

    func holds(_ value: Float) -> Bool { abs(value - middle) <= 3 * deviation }
}
