public import Foundation

extension PhotoFixture {
    /// A lossless WebP of one colour, whose pixels take no bits: it is as fast to make as a small one, and takes as much memory
    /// to decode as any of its sides.
    public static func flatWebP(width: Int, height: Int) -> Data {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) {
            bits += (0..<count).map { value >> $0 & 1 == 1 }
        }
        // RFC 9649, section 7: the signature, the sides, no alpha, version 0; no transforms, cache or meta codes.
        for (value, count) in [(0x2F, 8), (width - 1, 14), (height - 1, 14), (0, 4), (0, 3)] {
            append(value, count)
        }
        // For green, red, blue and alpha, a code of the one symbol 120, and for distances that of 0.
        for symbol in [120, 120, 120, 120] { append(0b101 | symbol << 3, 11) }
        append(0b0001, 4)
        bits += [Bool](repeating: false, count: 80 - bits.count % 16)
        let picture = stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { $0 | (bits[start + $1] ? 1 << UInt8($1) : 0) }
        }
        func number(_ value: Int) -> Data {
            Data((0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
        }
        let chunk = Data("VP8L".utf8) + number(picture.count) + picture
        return Data("RIFF".utf8) + number(chunk.count + 4) + Data("WEBP".utf8) + chunk
    }
}
