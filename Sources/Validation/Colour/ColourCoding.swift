import Glibc

/// What the values of a picture's channels stand for, where its file says so by numbers instead of a colour profile.
package struct ColourCoding: Sendable, Equatable {
    let primaries: Primaries
    let transfer: Transfer
    /// Whether black and white are at the ends of the values, and not where television has them.
    var isFullRange = true
    /// Whether it counts even if there is a colour profile.
    package var precedesProfile = false

    /// How values stand for light.
    enum Transfer: Sendable, Equatable {
        /// As in sRGB, IEC 61966-2-1.
        case standard
        case power(Double)
        /// PQ, SMPTE ST 2084.
        case quantizer
        /// HLG, ARIB STD-B67.
        case hybrid
    }

    static let standard = ColourCoding(primaries: .standard, transfer: .standard)
    /// Adobe RGB (1998).
    static let adobe = ColourCoding(primaries: .adobe, transfer: .power(563.0 / 256))

    /// Whether the values are those of sRGB, so that nothing needs converting.
    package var isStandard: Bool {
        primaries.areStandard && transfer == .standard && isFullRange
    }

    /// Red, green and blue as X, Y and Z under the white of colour profiles, D50.
    package var connected: [SIMD3<Double>]? { primaries.connected }

    /// The light of a value from 0 to 1, where 1 is the white of a page.
    ///
    /// A brighter light is a highlight, which sRGB cannot show: it becomes nearly white.
    package func light(of value: Double, bits: Int) -> Double {
        let value = isFullRange ? value : Self.fullRange(value, bits: bits)
        switch transfer {
        case .standard:
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        case .power(let exponent): return pow(value, exponent)
        case .quantizer: return Self.rolledOff(Self.nits(ofPQ: value) / Self.whiteNits)
        case .hybrid: return Self.rolledOff(Self.scene(ofHLG: value) / Self.scene(ofHLG: 0.75))
        }
    }

    /// The light of a white page in nits, by ITU-R BT.2408.
    private static let whiteNits = 203.0

    /// ITU-R BT.2100, table 4.
    private static func nits(ofPQ value: Double) -> Double {
        let root = pow(value, 32.0 / 2523)
        let share = max(root - 3424.0 / 4096, 0) / (2413.0 / 128 - 2392.0 / 128 * root)
        return 10_000 * pow(share, 16_384.0 / 2610)
    }

    /// The light of the scene, by ITU-R BT.2100, table 5.
    ///
    /// A display's own curve would follow. It depends on the display: where a white page is as bright as in sRGB, 80
    /// nits, its exponent is 1 within 2 percent.
    private static func scene(ofHLG value: Double) -> Double {
        let a = 0.178_832_77
        let (b, c) = (1 - 4 * a, 0.5 - a * log(4 * a))
        return value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12
    }

    /// Light as it is up to nine tenths of white; from there on it approaches white.
    private static func rolledOff(_ light: Double) -> Double {
        let knee = 0.9
        guard light > knee else { return light }
        return 1 - (1 - knee) * exp((knee - light) / (1 - knee))
    }

    /// ITU-T H.273, section 8.3: black is 16 and white 235 of 255.
    private static func fullRange(_ value: Double, bits: Int) -> Double {
        let most = Double(1 << min(max(bits, 8), 16))
        return min(max((value * (most - 1) / most * 256 - 16) / 219, 0), 1)
    }
}

extension ColourCoding {
    /// A coding by the numbers of ITU-T H.273, tables 2 and 3.
    ///
    /// The primaries of television before BT.2020 count as sRGB's, and its curves, too: that is how programs show such
    /// photos, whose makers copied the numbers from videos. So do numbers that no photo has.
    init(primaries: Int, transfer: Int) {
        self.primaries =
            switch primaries {
            case 9: .wide
            case 11: .cinemaP3
            case 12: .displayP3
            default: .standard
            }
        self.transfer =
            switch transfer {
            case 4: .power(2.2)
            case 5: .power(2.8)
            case 8: .power(1)
            case 16: .quantizer
            case 18: .hybrid
            default: .standard
            }
    }
}
