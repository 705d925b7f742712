import Foundation

/// An embedded colour profile, read as far as needed: its name, and whether it is sRGB.
///
/// Layout: ICC.1:2010, sections 7.2 (header), 7.3 (tag table), 10.13 (text of several languages).
struct ICCProfile {
    /// The name for people, safe to print on a terminal; empty if it cannot be read.
    let name: String
    /// Whether this is IEC 61966-2.1 sRGB, by its maker's mark or its name, so that no conversion is needed.
    let isStandardRGB: Bool

    init(_ bytes: Data) {
        self.init(ByteView(bytes))
    }

    init(_ bytes: ByteView) {
        let name = Self.name(in: bytes).map(Self.plain) ?? ""
        let isMarked = bytes.has("IEC ", at: 48) && bytes.has("sRGB", at: 52)
        isStandardRGB = isMarked || name.hasPrefix("sRGB")
        self.name = name
    }

    private static func name(in bytes: ByteView) -> String? {
        guard let tagCount = bytes.number(at: 128, width: 4) else { return nil }
        for tag in 0..<min(tagCount, 100) {
            let entry = 132 + 12 * tag
            guard bytes.has("desc", at: entry),
                let offset = bytes.number(at: entry + 4, width: 4)
            else { continue }
            return description(in: bytes, at: offset)
        }
        return nil
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
