import FoundationEssentials

/// A text in a PNG that holds metadata.
///
/// Layout: Portable Network Graphics, third edition, section 11.3.3. ImageMagick and programs built on it write metadata
/// that PNG had no chunk for as "Raw profile type" and a name: a line with the name again, a line with the number of bytes,
/// and the bytes as hexadecimal digits.
struct PNGText {
    private enum Kind {
        case rawProfile
        case xmp
    }

    private let kind: Kind
    private let text: ByteView
    private let isDeflated: Bool

    /// Nil for other chunks.
    init?(_ chunk: Chunk, in bytes: ByteView) {
        guard ["tEXt", "zTXt", "iTXt"].contains(chunk.type),
            let content = bytes.slice(at: chunk.start, count: chunk.count),
            let name = Self.names.first(where: { Self.begins(content, with: $0.name) })
        else { return nil }
        kind = name.kind
        let start = name.name.utf8.count + 1
        switch chunk.type {
        case "tEXt": (isDeflated, self.text) = (false, content.rest(from: start) ?? content)
        case "zTXt":
            // The only method is 0.
            guard content.byte(at: start) == 0, let text = content.rest(from: start + 1) else {
                return nil
            }
            (isDeflated, self.text) = (true, text)
        default:
            // Whether it is deflated, the method, a language and a translated keyword, each with a zero at its end.
            guard let flag = content.byte(at: start),
                let text = content.rest(from: start + 2)?.behind(zeros: 2)
            else { return nil }
            (isDeflated, self.text) = (flag != 0, text)
        }
    }

    private static let names: [(name: String, kind: Kind)] = [
        ("Raw profile type exif", .rawProfile), ("Raw profile type APP1", .rawProfile),
        ("Raw profile type xmp", .rawProfile), ("XML:com.adobe.xmp", .xmp),
    ]

    /// Whether a text has a keyword, in capitals or not: programs write `APP1` and `app1`.
    private static func begins(_ content: ByteView, with keyword: String) -> Bool {
        content.text(at: 0, count: keyword.utf8.count + 1)?.lowercased()
            == "\(keyword.lowercased())\0"
    }

    /// The orientation tag in EXIF.
    var exifOrientation: Int? {
        kind == .rawProfile ? TIFFOrientation.read(profile.map(ByteView.init)) : nil
    }

    /// The orientation tag in XMP.
    var xmpOrientation: Int? {
        (kind == .xmp ? plain : profile).flatMap(XMPOrientation.read)
    }

    /// The text, at most so much of it as metadata take.
    private var plain: Data? {
        isDeflated
            ? Inflation.inflated(text, toAtMost: Self.longest)
            : text.data(at: 0, count: min(text.count, Self.longest))
    }

    /// The bytes that the text spells.
    private var profile: Data? {
        guard let plain else { return nil }
        let lines = plain.drop(while: Self.isBlank).split(
            separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count == 3 else { return nil }
        var bytes = Data()
        var upper: UInt8?
        for byte in lines[2] where !Self.isBlank(byte) {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init) else {
                break
            }
            if let high = upper {
                bytes.append(high << 4 | digit)
                upper = nil
            } else {
                upper = digit
            }
        }
        return bytes
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: " ")
    }

    /// In bytes: EXIF in a JPEG has at most 65,533 bytes, which are twice as many digits, and line breaks.
    private static let longest = 140_000
}

extension ByteView {
    /// What follows so many zeros.
    fileprivate func behind(zeros: Int) -> ByteView? {
        guard let all = data(at: 0, count: count) else { return nil }
        var rest = all
        for _ in 0..<zeros {
            guard let zero = rest.firstIndex(of: 0) else { return nil }
            rest = rest[(zero + 1)...]
        }
        return ByteView(rest)
    }
}
