import Foundation

/// A colour in CIELAB under D65.
public struct LabColour: Sendable {
    /// Lightness, 0 to 100.
    public let lightness: Double
    /// Red against green.
    public let a: Double
    /// Yellow against blue.
    public let b: Double

    /// Makes a colour.
    public init(_ lightness: Double, _ a: Double, _ b: Double) {
        (self.lightness, self.a, self.b) = (lightness, a, b)
    }

    /// The colour of values of sRGB from 0 to 255.
    public init(red: Double, green: Double, blue: Double) {
        let light = [red, green, blue].map { StandardCurve.light(of: $0 / 255) }
        func root(_ weights: [Double]) -> Double {
            let share = zip(weights, light).reduce(0) { $0 + $1.0 * $1.1 }
            return share > 0.008_856 ? cbrt(share) : 7.787 * share + 16.0 / 116
        }
        let x = root([0.433_953, 0.376_219, 0.189_828])
        let y = root([0.212_673, 0.715_152, 0.072_175])
        let z = root([0.017_758, 0.109_477, 0.872_766])
        self.init(116 * y - 16, 500 * (x - y), 200 * (y - z))
    }

    /// CIEDE2000: 1 is just visible side by side.
    ///
    /// Sharma, Wu and Dalal, 2005.
    public func difference(from other: LabColour) -> Double {
        func power7(_ value: Double) -> Double {
            let seventh = pow(value, 7)
            return (seventh / (seventh + pow(25, 7))).squareRoot()
        }
        let stretch = 1.5 - power7((hypot(a, b) + hypot(other.a, other.b)) / 2) / 2
        let (chroma, otherChroma) = (hypot(a * stretch, b), hypot(other.a * stretch, other.b))
        func hue(_ a: Double, _ b: Double) -> Double {
            let degrees = atan2(b, a * stretch) * 180 / .pi
            return degrees < 0 ? degrees + 360 : degrees
        }
        let (hue1, hue2) = (hue(a, b), hue(other.a, other.b))
        let isGrey = chroma * otherChroma == 0
        var turn = isGrey ? 0 : hue2 - hue1
        if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
        var middle = hue1 + hue2
        if !isGrey {
            if abs(hue1 - hue2) > 180 { middle += middle < 360 ? 360 : -360 }
            middle /= 2
        }
        func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
        let weight =
            1 - 0.17 * cosine(middle - 30) + 0.24 * cosine(2 * middle)
            + 0.32 * cosine(3 * middle + 6) - 0.20 * cosine(4 * middle - 63)
        let meanChroma = (chroma + otherChroma) / 2
        let fromMiddle = pow((lightness + other.lightness) / 2 - 50, 2)
        let byLightness =
            (other.lightness - lightness)
            / (1 + 0.015 * fromMiddle / (20 + fromMiddle).squareRoot())
        let byChroma = (otherChroma - chroma) / (1 + 0.045 * meanChroma)
        let byHue =
            2 * (chroma * otherChroma).squareRoot() * sin(turn / 2 * .pi / 180)
            / (1 + 0.015 * meanChroma * weight)
        let rotation =
            -2 * power7(meanChroma)
            * sin(60 * exp(-pow((middle - 275) / 25, 2)) * .pi / 180)
        let sum =
            byLightness * byLightness + byChroma * byChroma + byHue * byHue + rotation * byChroma
            * byHue
        return max(sum, 0).squareRoot()
    }
}

/// The curve of sRGB, IEC 61966-2-1.
enum StandardCurve {
    static func light(of value: Double) -> Double {
        value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    static func value(of light: Double) -> Double {
        light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}
