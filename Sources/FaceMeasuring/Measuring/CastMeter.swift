import Glibc
import FaceFacts

/// Measures whether all of a photo is tinted.
///
/// Skin alone would be fooled by paint and by coloured light on the face, a photo's mean by walls and clothes. So both must
/// agree: the skin has a colour that skin never has in ordinary light, nothing around the person is grey, and much of it
/// leans to the same colour.
enum CastMeter {
    /// Below this share of its lightness, the chroma of a pixel is that of something grey.
    private static let greyChroma: Float = 0.08
    /// The least lightness at which a colour differs clearly from grey.
    private static let leastLightness: Float = 15
    /// At or above this level a channel may be clipped, which bleaches a cast.
    private static let clippedLevel: UInt8 = 250
    /// More of the surroundings than this are grey in the light of any photo without a cast.
    private static let mostGrey = 0.03
    /// At least so much of the surroundings leans to a cast; grass and flags may take the rest.
    private static let leastLeaning = 0.25
    /// The least number of pixels that show what surrounds the person.
    private static let leastSurroundings = 200

    static func skin(
        of chip: FaceChip, in small: SmallPhoto, around eyes: EyePair, trust: Double
    ) -> SkinColour? {
        guard !chip.skin.isEmpty else { return nil }
        // Every third pixel gives the same median.
        let labs = stride(from: 0, to: chip.skin.count, by: 3).map {
            chip.colours.lab(of: chip.skin[$0])
        }
        guard
            let red = Measure(
                Double(Statistics.median(of: labs.map(\.a))), .colour, confidence: trust),
            let yellow = Measure(
                Double(Statistics.median(of: labs.map(\.b))), .colour, confidence: trust)
        else { return nil }
        let strayed = SkinColour.strayed(redness: red.value, yellowness: yellow.value)
        guard strayed.length > FaceTable.strangeSkin else {
            return SkinColour(redness: red, yellowness: yellow, cast: nil)
        }
        let way = SIMD2(Float(strayed.redness), Float(strayed.yellowness)) / Float(strayed.length)
        return SkinColour(
            redness: red, yellowness: yellow,
            cast: isTinted(small, around: eyes, towards: way) ? tint(towards: way) : nil)
    }

    /// Whether the surroundings of the person lean one way, and show nothing grey.
    private static func isTinted(
        _ small: SmallPhoto, around eyes: EyePair, towards way: SIMD2<Float>
    ) -> Bool {
        let middle = eyes.middle / small.patch.step
        let unit = eyes.frontalDistance / small.patch.step
        let width = small.colours.width
        var (seen, grey, leaning) = (0, 0, 0)
        for pixel in 0..<width * small.colours.height {
            let place = (SIMD2(Double(pixel % width), Double(pixel / width)) - middle) / unit
            let head = (place - [0, 0.1]) / [1.6, 2.3]
            guard (head * head).sum() >= 1, !isClipped(pixel, in: small.colours) else { continue }
            let lab = small.colours.lab(of: pixel)
            guard lab.lightness > leastLightness else { continue }
            seen += 1
            if lab.chroma < greyChroma * lab.lightness {
                grey += 1
            } else if lab.a * way.x + lab.b * way.y > 0.3 * lab.chroma {
                leaning += 1
            }
        }
        return seen >= leastSurroundings && Double(grey) < mostGrey * Double(seen)
            && Double(leaning) >= leastLeaning * Double(seen)
    }

    private static func isClipped(_ pixel: Int, in colours: ColourRaster) -> Bool {
        (0..<3).contains { colours.rgb[pixel * 3 + $0] >= clippedLevel }
    }

    /// The name of a way in the plane of a* and b*, by its angle.
    private static func tint(towards way: SIMD2<Float>) -> SkinColour.Tint {
        switch atan2(way.y, way.x) * 180 / .pi {
        case ..<(-150): .green
        case ..<(-105): .cyan
        case ..<(-60): .blue
        case ..<(-15): .magenta
        case ..<30: .red
        case ..<75: .orange
        case ..<105: .yellow
        default: .green
        }
    }
}
