import Foundation

/// An embedded colour profile, read as far as we need: its name, and whether it is the usual one.
///
/// Layout: ICC.1:2010, sections 7.2 (header), 7.3 (tag table), 10.13 (text of several languages).
struct ICCProfile {
    /// The name as a person would know it; empty where it cannot be read.
    let name: String
    /// Whether this is IEC 61966-2.1 sRGB by its maker's mark or its name, so that nothing needs
    /// converting.
    let isStandardRGB: Bool

    init(_ bytes: Data) {
        let bytes = Data(bytes)
        let name = Self.name(in: bytes) ?? ""
        let isMarked =
            bytes.text(at: 48, count: 4) == "IEC " && bytes.text(at: 52, count: 4) == "sRGB"
        isStandardRGB = isMarked || name.hasPrefix("sRGB")
        self.name = name
    }

    private static func name(in bytes: Data) -> String? {
        guard let tagCount = bytes.number(at: 128) else { return nil }
        for tag in 0..<min(tagCount, 100) {
            let entry = 132 + 12 * tag
            guard bytes.text(at: entry, count: 4) == "desc",
                let offset = bytes.number(at: entry + 4)
            else { continue }
            return description(in: bytes, at: offset)
        }
        return nil
    }

    /// Reads a description in the form of version 2 (ASCII) or 4 (UTF-16, first language).
    private static func description(in bytes: Data, at offset: Int) -> String? {
        switch bytes.text(at: offset, count: 4) {
        case "desc":
            guard let count = bytes.number(at: offset + 8), count < 200 else { return nil }
            return bytes.text(at: offset + 12, count: max(0, count - 1))
        case "mluc":
            guard let count = bytes.number(at: offset + 20), count < 400,
                let start = bytes.number(at: offset + 24),
                let text = bytes.slice(at: offset + start, count: count)
            else { return nil }
            return String(data: text, encoding: .utf16BigEndian)
        default:
            return nil
        }
    }
}

extension Data {
    fileprivate func slice(at offset: Int, count: Int) -> Data? {
        guard offset >= 0, count >= 0, offset <= self.count - count else { return nil }
        return self[offset..<offset + count]
    }

    fileprivate func text(at offset: Int, count: Int) -> String? {
        slice(at: offset, count: count).flatMap { String(data: $0, encoding: .ascii) }
    }

    fileprivate func number(at offset: Int) -> Int? {
        slice(at: offset, count: 4).map { $0.reduce(0) { $0 << 8 | Int($1) } }
    }
}
