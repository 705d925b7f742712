import FoundationEssentials

/// The header of a PNG, from its chunks.
///
/// Layout: Portable Network Graphics, third edition, sections 5.3 (chunks), 11.2.1 (IHDR), 11.3.1.1 (tRNS),
/// 11.3.3 (texts) and 11.3.4.5 (eXIf).
package enum PNGHeader {
    /// False if the first chunk is not a valid IHDR, or if no pixels follow.
    ///
    /// The colour profile is compressed, so it is left to the decoder.
    static func read(_ bytes: ByteView, into facts: inout PhotoFacts) -> Bool {
        guard bytes.number(at: 8, width: 4) == 13, bytes.has("IHDR", at: 12),
            let checked = bytes.data(at: 12, count: 17),
            bytes.number(at: 29, width: 4) == Int(checksum(of: checked)),
            let width = bytes.number(at: 16, width: 4), let height = bytes.number(at: 20, width: 4),
            width < 1 << 31, height < 1 << 31, let bits = bytes.byte(at: 24),
            let colour = bytes.byte(at: 25), depths[colour]?.contains(bits) == true,
            bytes.byte(at: 26) == 0, bytes.byte(at: 27) == 0, let lacing = bytes.byte(at: 28),
            lacing < 2
        else { return false }
        (facts.width, facts.height) = (width, height)
        facts.colourSpace = colour == 0 || colour == 4 ? .grey : .rgb
        facts.bitsPerChannel = bits == 16 ? 16 : 8
        facts.hasAlpha = colour >= 4
        var hasPixels = false
        for chunk in chunks(of: bytes).prefix(usual) {
            switch chunk.type {
            case "tRNS" where !hasPixels: facts.hasAlpha = true
            case "IDAT": hasPixels = true
            default: break
            }
            // After the pixels, only the orientation is of interest.
            if hasPixels { break }
        }
        guard hasPixels else { return false }
        facts.orientation = orientation(of: bytes) ?? 1
        return true
    }

    /// The orientation tag in the metadata before the pixels; nil without one from 1 to 8.
    ///
    /// That of EXIF, or else of EXIF as text, which older programs write, or else of XMP. What follows the pixels counts
    /// in no browser.
    static func orientation(of bytes: ByteView) -> Int? {
        var exif: Int?
        var texts: [PNGText] = []
        for chunk in chunks(of: bytes).prefix(usual) {
            if chunk.type == "IDAT" { break }
            if chunk.type == "eXIf", exif == nil {
                exif = TIFFOrientation.read(bytes.slice(at: chunk.start, count: chunk.count))
            } else if texts.count < mostTexts, let text = PNGText(chunk, in: bytes) {
                texts.append(text)
            }
        }
        return exif ?? texts.lazy.compactMap(\.exifOrientation).first
            ?? texts.lazy.compactMap(\.xmpOrientation).first
    }

    /// More would only cost time; programs write one or two.
    private static let mostTexts = 16

    /// The compressed texts in the whole file, since a decoder also inflates those behind the pixels.
    static func compressedTexts(in bytes: ByteView) -> (count: Int, byteCount: Int) {
        chunks(of: bytes).lazy.filter { isCompressedText($0, in: bytes) }
            .reduce((0, 0)) { ($0.0 + 1, $0.1 + $1.count) }
    }

    private static func isCompressedText(_ chunk: Chunk, in bytes: ByteView) -> Bool {
        switch chunk.type {
        case "zTXt": return true
        case "iTXt":
            // A keyword of at most 79 bytes, a zero, and whether it is compressed.
            guard let start = bytes.data(at: chunk.start, count: min(chunk.count, 81)),
                let end = start.firstIndex(of: 0)
            else { return false }
            return start[end...].dropFirst().first.map { $0 != 0 } ?? false
        default: return false
        }
    }

    /// Chunks in which the header must be: real PNGs have a few, and one for each 8 kB of pixels.
    static let usual = 10_000

    /// The chunks that start within the file; it may cut off the content of the last one.
    static func chunks(of bytes: ByteView) -> some Sequence<Chunk> {
        // After the signature.
        sequence(state: 8) { position -> Chunk? in
            guard let count = bytes.number(at: position, width: 4),
                let type = bytes.name(at: position + 4)
            else { return nil }
            // A checksum follows the content.
            defer { position += 12 + count }
            return Chunk(type: type, start: position + 8, count: count)
        }
    }

    /// The bits that a channel may have, by colour type.
    private static let depths: [UInt8: Set<UInt8>] = [
        0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]

    /// The cyclic redundancy check of section 5.5, bit by bit: it covers only 17 bytes.
    private static func checksum(of bytes: Data) -> UInt32 {
        ~bytes.reduce(UInt32.max) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt32(byte)) { rest, _ in
                rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1
            }
        }
    }
}
