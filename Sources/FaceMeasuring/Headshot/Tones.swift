import Glibc
import FaceFacts
import FoundationEssentials

/// The new value for each value of sRGB that puts the face into normal light.
struct Tones {
    /// Red, green and blue in turn, for each value from 0 to 255.
    let table: Data

    /// The light of the brightest two percent of a photo that uses its range; 1 is white.
    private static let usualWhite = 0.8
    /// The lightness to which the brightest twentieth of a face is raised.
    ///
    /// Skin in good light has highlights of 54 and more, dark or fair: this gives light to a dark face without
    /// making any skin fairer than it is.
    private static let leastHighlights = 60.0
    /// The lightness beyond which it is not raised.
    private static let mostHighlights = 82.0
    /// Skin above this L* is bright; half of the excess is removed.
    private static let mostExposure = 78.0
    /// At most two stops: below that, there is more noise than light.
    private static let mostLevel = 4.0
    private static let gains = 0.6...3.0

    /// Tones for a photo by a small copy of it, by the light on its face, and by the colour of the light.
    init(of photo: ColourRaster, light: Light?, balance: WhiteBalance) {
        let balance = balance.gains
        let level = light.map { Self.level(of: photo, $0) } ?? 1
        let gain = light.map { Self.gain(for: $0, level: level) } ?? 1
        var table = Data(capacity: 256 * 3)
        for value in 0...255 {
            for channel in 0..<3 {
                let linear = Double(Lab.linear[value]) * Double(balance[channel]) * level
                table.append(Self.encoded(Self.lit(min(linear, 1), by: gain)))
            }
        }
        self.table = table
    }

    /// The gain that brings a generally dark photo to its usual range, whatever the person's skin.
    private static func level(of photo: ColourRaster, _ light: Light) -> Double {
        let luminances = photo.luminances().sorted()
        let white = Double(luminances[luminances.count * 98 / 100])
        let room = luminance(mostHighlights) / max(luminance(light.highlights.value), 0.001)
        return min(max(min(usualWhite / max(white, 0.001), room), 1), mostLevel)
    }

    /// The gain that then brings the face into good light.
    private static func gain(for light: Light, level: Double) -> Double {
        let highlights = lightness(luminance(light.highlights.value) * level)
        let exposure = light.exposure.value
        let gain =
            if highlights < leastHighlights {
                Self.gain(from: highlights, to: leastHighlights)
            } else if exposure > mostExposure {
                Self.gain(from: exposure, to: (exposure + mostExposure) / 2)
            } else {
                1.0
            }
        return min(max(gain, gains.lowerBound), gains.upperBound)
    }

    /// The gain that brings one lightness to another.
    private static func gain(from: Double, to: Double) -> Double {
        let (seen, wanted) = (luminance(from), luminance(to))
        return wanted * (1 - seen) / max(seen * (1 - wanted), 0.001)
    }

    /// Light times a gain, with white kept white, so that nothing new is clipped.
    private static func lit(_ light: Double, by gain: Double) -> Double {
        gain * light / (1 + (gain - 1) * light)
    }

    /// The luminance of a CIELAB lightness.
    private static func luminance(_ lightness: Double) -> Double {
        lightness > 8 ? pow((lightness + 16) / 116, 3) : lightness / 903.3
    }

    /// The CIELAB lightness of a luminance.
    private static func lightness(_ luminance: Double) -> Double {
        luminance > 0.008_856 ? 116 * cbrt(luminance) - 16 : 903.3 * luminance
    }

    /// IEC 61966-2-1.
    private static func encoded(_ light: Double) -> UInt8 {
        let share = light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((min(max(share, 0), 1) * 255).rounded())
    }
}
