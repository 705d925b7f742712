import Glibc
import FaceFacts

/// Measures the colours of a face and the clothes below it.
enum ColourMeter {
    /// Below this chroma, the skin's hue cannot be distinguished from the light's.
    private static let leastChroma = 8.0
    /// Within this range, the skin's lightness can be trusted.
    private static let trustedExposure = 45.0...82.0

    static func colour(
        of chip: FaceChip, eyes: EyePair, in small: SmallPhoto, light: Light?, trust: Double
    ) -> Colour {
        let balance = WhiteBalance(of: small.colours)
        let labs = small.colours.labs(gains: balance.gains)
        let person = pixels(of: small, around: eyes) { x, y in
            let isFace = x * x / 0.8 + (y - 0.5) * (y - 0.5) / 1.7 < 1
            let isClothes = (2.4...4).contains(y) && abs(x) < 1.4
            return isFace || isClothes
        }
        // The usual place of hair, between forehead and crown.
        let hair = pixels(of: small, around: eyes) { x, y in
            abs(x) < 0.5 && (-1.6...(-1.35)).contains(y)
        }
        let hairLightness = Statistics.median(of: hair.map { labs[$0].lightness })
        let skin = skinColour(of: chip, gains: balance.gains)
        let chroma = hypot(Double(skin.a), Double(skin.b))
        let isKnown = chroma >= leastChroma && !balance.isClamped && chip.skin.count > 500
        let hue =
            isKnown
            ? Measure(
                atan2(Double(skin.b), Double(skin.a)) * 180 / .pi, .degrees, confidence: trust * 0.5
            )
            : nil
        let typology = typology(of: skin, exposure: light?.exposure, trust: isKnown ? trust : 0)
        let undertone = hue.map(undertone)
        let depth = typology.map(depth)
        return Colour(
            hue: hue, undertone: undertone, typology: typology, depth: depth,
            palette: Palette.swatches(of: small.colours, labs: labs, among: person),
            season: season(undertone, depth, hairIsDark: !hair.isEmpty && hairLightness < 35),
            skin: CastMeter.skin(of: chip, in: small, around: eyes, trust: trust))
    }

    private static func skinColour(of chip: FaceChip, gains: SIMD3<Float>) -> (
        lightness: Float, a: Float, b: Float
    ) {
        // Lab is only almost linear in small gains, so each pixel's colour is computed again.
        let labs = chip.skin.map { chip.colours.lab(of: $0, gains: gains) }
        return (
            Statistics.median(of: labs.map(\.lightness)), Statistics.median(of: labs.map(\.a)),
            Statistics.median(of: labs.map(\.b))
        )
    }

    private static func typology(
        of skin: (lightness: Float, a: Float, b: Float), exposure: Measure?, trust: Double
    ) -> Measure? {
        guard trust > 0, let exposure, trustedExposure.contains(exposure.value) else { return nil }
        let angle = atan2(Double(skin.lightness) - 50, Double(max(skin.b, 1))) * 180 / .pi
        return Measure(angle, .degrees, confidence: trust * 0.4)
    }

    /// Four edits of photos of one person gave 46 to 54; all photos 48 with a standard deviation of 13.
    private static func undertone(_ hue: Measure) -> Colour.Undertone {
        switch hue.value {
        case ..<42: .cool
        case ...55: .neutral
        default: .warm
        }
    }

    /// The bands of Chardon and others, 1991.
    private static func depth(_ angle: Measure) -> Colour.Depth {
        switch angle.value {
        case 55...: .veryLight
        case 41...: .light
        case 28...: .intermediate
        case 10...: .tan
        case (-30)...: .brown
        default: .dark
        }
    }

    private static func season(
        _ undertone: Colour.Undertone?, _ depth: Colour.Depth?, hairIsDark: Bool
    ) -> Colour.Season? {
        guard let undertone, let depth else { return nil }
        let isLight = depth == .veryLight || depth == .light
        switch undertone {
        case .warm: return isLight && !hairIsDark ? .spring : .autumn
        case .cool: return isLight && !hairIsDark ? .summer : .winter
        case .neutral: return nil
        }
    }

    /// The pixels at some places, in eye distances from the middle of the eyes.
    private static func pixels(
        of small: SmallPhoto, around eyes: EyePair, where isWanted: (Double, Double) -> Bool
    ) -> [Int] {
        let middle = eyes.middle / small.patch.step
        let unit = eyes.frontalDistance / small.patch.step
        let width = small.colours.width
        return (0..<width * small.colours.height).filter { pixel in
            let x = (Double(pixel % width) - middle.x) / unit
            return isWanted(x, (Double(pixel / width) - middle.y) / unit)
        }
    }
}
