package import Foundation

/// An embedded colour profile, read as far as needed: its name, and whether it is sRGB.
///
/// Layout: ICC.1:2010, sections 7.2 (header), 7.3 (tag table), 10.5 (curves), 10.13 (text of several languages), 10.15
/// (parametric curves), 10.27 (colours).
package struct ICCProfile {
    /// The name for people, safe to print on a terminal; empty if it cannot be read.
    package let name: String
    /// Whether this is IEC 61966-2.1 sRGB, so that no conversion is needed: by its primaries and its curves, since
    /// linear profiles are named after sRGB too.
    package let isStandardRGB: Bool

    package init(_ bytes: Data) {
        self.init(ByteView(bytes))
    }

    init(_ bytes: ByteView) {
        name =
            Self.offset(of: "desc", in: bytes).flatMap { Self.description(in: bytes, at: $0) }
            .map(Self.plain) ?? ""
        isStandardRGB = Self.hasPrimaries(bytes) && Self.hasCurves(bytes)
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
    /// To the power of a number; 1 is linear.
    case power(Double)
    /// The light of values that are equally far apart.
    case table([Double])
    /// `(a v + b) ^ g + e` from `d` on, `c v + f` below it.
    case parametric(g: Double, a: Double, b: Double, c: Double, d: Double, e: Double, f: Double)

    /// Nil for a curve that is neither a table nor parametric, or is cut off.
    init?(in bytes: ByteView, at start: Int) {
        if bytes.has("curv", at: start), let count = bytes.number(at: start + 8, width: 4) {
            let numbers = (0..<min(count, Self.mostEntries)).map {
                bytes.number(at: start + 12 + 2 * $0, width: 2).map(Double.init)
            }
            guard count <= Self.mostEntries, numbers.allSatisfy({ $0 != nil }) else { return nil }
            let entries = numbers.compactMap(\.self)
            switch count {
            case 0: self = .power(1)
            case 1: self = .power(entries[0] / 256)
            default: self = .table(entries.map { $0 / 65_535 })
            }
            return
        }
        guard bytes.has("para", at: start), let kind = bytes.number(at: start + 8, width: 2),
            Self.parameterCounts.indices.contains(kind)
        else { return nil }
        let numbers = (0..<Self.parameterCounts[kind]).map {
            ICCProfile.fixed(in: bytes, at: start + 12 + 4 * $0)
        }
        guard numbers.allSatisfy({ $0 != nil }) else { return nil }
        let p = numbers.compactMap(\.self)
        switch kind {
        case 0: self = .power(p[0])
        case 3: self = .parametric(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4], e: 0, f: 0)
        case 4: self = .parametric(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4], e: p[5], f: p[6])
        // Neither has the linear beginning of sRGB.
        default: return nil
        }
    }

    func light(of value: Double) -> Double {
        switch self {
        case .power(let power): return pow(value, power)
        case .table(let entries):
            let place = value * Double(entries.count - 1)
            let below = min(Int(place), entries.count - 2)
            let rest = place - Double(below)
            return entries[below] * (1 - rest) + entries[below + 1] * rest
        case .parametric(let g, let a, let b, let c, let d, let e, let f):
            return value >= d ? pow(a * value + b, g) + e : c * value + f
        }
    }

    /// The curve of sRGB.
    static func standard(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// More than any profile has.
    private static let mostEntries = 4096
    /// Of the kinds 0 to 4.
    private static let parameterCounts = [1, 3, 4, 5, 7]
}
