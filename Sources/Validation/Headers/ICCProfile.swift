package import FoundationEssentials
import Glibc

/// An embedded colour profile, read as far as needed: its name, its kind of picture, and whether it is sRGB.
///
/// Layout: ICC.1:2010, sections 7.2 (header), 7.3 (tag table), 10.5 (curves), 10.13 (text of several languages), 10.15
/// (parametric curves), 10.27 (colours).
package struct ICCProfile {
    /// The name for people, safe to print on a terminal; empty if it cannot be read.
    package let name: String
    /// Whether this is IEC 61966-2.1 sRGB, so that no conversion is needed: by its primaries and its curves, since
    /// linear profiles are named after sRGB too.
    package let isStandardRGB: Bool
    /// Four characters, such as "RGB " for pictures in red, green and blue; nil if it is not a profile.
    private let space: String?

    package init(_ bytes: Data) {
        self.init(ByteView(bytes))
    }

    init(_ bytes: ByteView) {
        name =
            Self.offset(of: "desc", in: bytes).flatMap { Self.description(in: bytes, at: $0) }
            .map(Self.plain) ?? ""
        isStandardRGB =
            Self.hasPrimaries(bytes) && Self.hasCurves(bytes) && !Self.hasTables(bytes)
        space = bytes.has("acsp", at: 36) ? bytes.name(at: 16) : nil
    }

    /// Whether this can be the profile of a picture of such channels.
    ///
    /// A scanner's program leaves a grey profile in a picture that became coloured, and the other way round.
    package func mayDescribe(_ colours: PhotoFacts.ColourSpace) -> Bool {
        guard let space else { return true }
        return switch colours {
        case .rgb: space == "RGB "
        case .grey: space == "GRAY"
        case .cmyk: space == "CMYK"
        case .other: true
        }
    }

    /// Whether there are tables from values to colours, which count more than primaries and curves.
    private static func hasTables(_ bytes: ByteView) -> Bool {
        ["A2B0", "A2B1", "A2B2", "D2B0", "D2B1", "D2B2", "D2B3"]
            .contains { offset(of: $0, in: bytes) != nil }
    }

    /// Where the content of a tag begins; nil without the tag.
    private static func offset(of tag: String, in bytes: ByteView) -> Int? {
        guard let tagCount = bytes.number(at: 128, width: 4) else { return nil }
        for number in 0..<min(tagCount, 100) where bytes.has(tag, at: 132 + 12 * number) {
            return bytes.number(at: 136 + 12 * number, width: 4)
        }
        return nil
    }

    private static func hasPrimaries(_ bytes: ByteView) -> Bool {
        bytes.has("RGB ", at: 16)
            && primaries.allSatisfy { tag, expected in
                guard let start = offset(of: tag, in: bytes), bytes.has("XYZ ", at: start) else {
                    return false
                }
                return expected.enumerated().allSatisfy { axis, value in
                    fixed(in: bytes, at: start + 8 + 4 * axis).map { abs($0 - value) < 0.002 }
                        ?? false
                }
            }
    }

    /// Red, green and blue as X, Y and Z, adapted to the white D50 of all profiles.
    private static let primaries = [
        ("rXYZ", [0.4361, 0.2225, 0.0139]), ("gXYZ", [0.3851, 0.7169, 0.0971]),
        ("bXYZ", [0.1431, 0.0606, 0.7141]),
    ]

    private static func hasCurves(_ bytes: ByteView) -> Bool {
        ["rTRC", "gTRC", "bTRC"].allSatisfy { tag in
            guard let start = offset(of: tag, in: bytes),
                let curve = ToneCurve(in: bytes, at: start)
            else { return false }
            return (0...16).allSatisfy { step in
                let value = Double(step) / 16
                return abs(curve.light(of: value) - ToneCurve.standard(value)) < 0.003
            }
        }
    }

    /// A number of 16 bits before the point and 16 after it.
    fileprivate static func fixed(in bytes: ByteView, at offset: Int) -> Double? {
        bytes.number(at: offset, width: 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
    }

    /// Reads a description in the format of version 2 (ASCII) or 4 (UTF-16, first language).
    private static func description(in bytes: ByteView, at offset: Int) -> String? {
        switch bytes.text(at: offset, count: 4) {
        case "desc":
            guard let count = bytes.number(at: offset + 8, width: 4), count < 200 else {
                return nil
            }
            return bytes.text(at: offset + 12, count: max(0, count - 1))
        case "mluc":
            guard let count = bytes.number(at: offset + 20, width: 4), count < 400,
                let start = bytes.number(at: offset + 24, width: 4),
                let text = bytes.data(at: offset + start, count: count)
            else { return nil }
            return String(data: text, encoding: .utf16BigEndian)
        default:
            return nil
        }
    }

    /// The text up to its terminator, without control characters.
    ///
    /// Many programs write a terminator although the format has none.
    private static func plain(_ name: String) -> String {
        let scalars = name.unicodeScalars.prefix { $0 != "\0" }.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

/// How much light a value stands for, both from 0 to 1.
private enum ToneCurve {
    /// The light of values that are equally far apart.
    case table([Double])
    /// `(a v + b) ^ g + e` from `d` on, `c v + f` below it; the numbers are g, a, b, c, d, e and f.
    case parametric([Double])

    /// Nil for a curve that is neither a table nor parametric, or is cut off.
    init?(in bytes: ByteView, at start: Int) {
        func numbers(_ count: Int, _ number: (Int) -> Double?) -> [Double]? {
            let numbers = (0..<count).compactMap(number)
            return numbers.count == count ? numbers : nil
        }
        func power(_ exponent: Double) -> Self { .parametric([exponent, 1, 0, 0, 0, 0, 0]) }
        if bytes.has("curv", at: start), let count = bytes.number(at: start + 8, width: 4) {
            guard count <= Self.mostEntries,
                let entries = numbers(
                    count, { bytes.number(at: start + 12 + 2 * $0, width: 2).map(Double.init) })
            else { return nil }
            switch count {
            case 0: self = power(1)
            case 1: self = power(entries[0] / 256)
            default: self = .table(entries.map { $0 / 65_535 })
            }
            return
        }
        // The kinds 1 and 2 do not have the linear beginning of sRGB.
        guard bytes.has("para", at: start), let kind = bytes.number(at: start + 8, width: 2),
            let count = [0: 1, 3: 5, 4: 7][kind],
            let p = numbers(count, { ICCProfile.fixed(in: bytes, at: start + 12 + 4 * $0) })
        else { return nil }
        self = kind == 0 ? power(p[0]) : .parametric(kind == 3 ? p + [0, 0] : p)
    }

    func light(of value: Double) -> Double {
        switch self {
        case .table(let entries):
            let place = value * Double(entries.count - 1)
            let below = min(Int(place), entries.count - 2)
            let rest = place - Double(below)
            return entries[below] * (1 - rest) + entries[below + 1] * rest
        case .parametric(let p):
            return value >= p[4] ? pow(p[1] * value + p[2], p[0]) + p[5] : p[3] * value + p[6]
        }
    }

    /// The curve of sRGB.
    static func standard(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// More than any profile has.
    private static let mostEntries = 4096
}
