public import Foundation

/// Where programs write how a picture is to be turned.
extension PhotoFixture {
    /// EXIF metadata with an orientation tag, as one program or another writes them.
    public struct Exif: Sendable, CustomStringConvertible {
        /// The type of the tag: 1 BYTE, 3 SHORT, 4 LONG, 8 SSHORT, 9 SLONG.
        public var type: UInt8 = 3
        /// Whether the lowest byte of a number comes first.
        public var isLittle = true
        /// The number of tags before it.
        public var tagsBefore = 0
        /// The number of bytes between the header and the tags.
        public var gap = 0

        /// Usual metadata.
        public init() {}

        /// How a failed test names it.
        public var description: String {
            "type \(type), \(isLittle ? "II" : "MM"), \(tagsBefore) tags and \(gap) bytes before"
        }

        /// The metadata, beginning with the order of their bytes.
        public func bytes(orientation: Int) -> Data {
            func number(_ value: Int, _ width: Int) -> Data {
                let bytes = (0..<width).map { UInt8(value >> (8 * $0) & 0xFF) }
                return Data(isLittle ? bytes : bytes.reversed())
            }
            let widths = [1: 1, 3: 2, 4: 4, 8: 2, 9: 4] as [UInt8: Int]
            var folder = number(tagsBefore + 1, 2)
            for tag in 0..<tagsBefore {
                folder += number(0x0100 + tag, 2) + number(4, 2) + number(1, 4) + number(8, 4)
            }
            let value = number(orientation, widths[type] ?? 2)
            folder += number(0x0112, 2) + number(Int(type), 2) + number(1, 4) + value
            folder += Data(count: 4 - value.count) + number(0, 4)
            var bytes = Data((isLittle ? "II" : "MM").utf8)
            bytes += number(42, 2)
            bytes += number(8 + gap, 4)
            bytes += Data(count: gap)
            return bytes + folder
        }
    }

    /// The beginning of EXIF in a JPEG.
    public static let exifPrefix = Data("Exif\0\0".utf8)

    /// XMP metadata with an orientation, as an attribute or as an element.
    public static func xmp(orientation: Int, asElement: Bool = false) -> Data {
        let tag =
            asElement
            ? "><tiff:Orientation>\(orientation)</tiff:Orientation>"
            : " tiff:Orientation=\"\(orientation)\">"
        return Data("<x:xmpmeta><rdf:Description\(tag)</rdf:Description></x:xmpmeta>".utf8)
    }

    /// The beginning of XMP in a JPEG.
    public static let xmpPrefix = Data("http://ns.adobe.com/xap/1.0/\0".utf8)

    /// Metadata as ImageMagick spells them in a PNG's text.
    public static func rawProfile(_ name: String, _ bytes: Data) -> Data {
        let digits = bytes.map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0\(text)" : text
        }
        let lines = stride(from: 0, to: digits.count, by: 36).map {
            digits[$0..<min($0 + 36, digits.count)].joined()
        }
        return Data("\n\(name)\n\(bytes.count)\n\(lines.joined(separator: "\n"))\n".utf8)
    }

    /// Bytes in zlib's format, stored as they are.
    public static func stored(_ bytes: Data) -> Data {
        precondition(bytes.count < 65_536, "more than one block")
        let count = [UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8)]
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65521
            high = (high + low) % 65521
        }
        let sum = [high >> 8, high & 0xFF, low >> 8, low & 0xFF].map { UInt8($0) }
        return Data([0x78, 0x01, 1] + count + count.map { ~$0 }) + bytes + sum
    }

    /// A PNG with one more chunk, before its pixels or behind them.
    public static func adding(
        chunk name: String, _ content: Data, behindPixels: Bool = false, to png: Data
    ) -> Data {
        repeating(chunk: name, content, times: 1, behindPixels: behindPixels, in: png)
    }

    /// A WebP in the extended format with one more chunk; `flag` announces it.
    public static func adding(
        webPChunk name: String, _ content: Data, flag: UInt8, to webp: Data, width: Int, height: Int
    ) -> Data {
        func little(_ number: Int, _ count: Int) -> Data {
            Data((0..<count).map { UInt8(number >> (8 * $0) & 0xFF) })
        }
        // What is extended already has such a chunk, with the flags of its colour profile.
        var rest = webp.dropFirst(12)
        let isExtended = rest.starts(with: Data("VP8X".utf8))
        let flags = isExtended ? flag | rest[rest.startIndex + 8] & ~0x0C : flag
        if isExtended { rest = rest.dropFirst(18) }
        var body = Data("WEBPVP8X".utf8)
        body += little(10, 4)
        body += Data([flags, 0, 0, 0])
        body += little(width - 1, 3)
        body += little(height - 1, 3)
        body += withoutMetadata(Data(rest))
        body += Data(name.utf8)
        body += little(content.count, 4)
        body += content
        body += Data(count: content.count % 2)
        return Data("RIFF".utf8) + little(body.count, 4) + body
    }

    /// The chunks of a WebP without the EXIF and XMP that its encoder wrote.
    private static func withoutMetadata(_ chunks: Data) -> Data {
        var (kept, rest) = (Data(), chunks)
        while rest.count >= 8 {
            let bytes = Array(rest.prefix(8))
            let size = bytes[4...7].reversed().reduce(0) { $0 << 8 | Int($1) }
            let chunk = rest.prefix(8 + size + size % 2)
            let name = String(decoding: bytes[0..<4], as: UTF8.self)
            if name != "EXIF", name != "XMP " { kept += chunk }
            rest = rest.dropFirst(chunk.count)
        }
        return kept
    }
}
