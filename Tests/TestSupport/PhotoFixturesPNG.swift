public import Foundation

/// PNGs with more or less in them than libvips writes, put together chunk by chunk.
extension PhotoFixture {
    /// A PNG with an orientation tag, which phones' editors write.
    public static func tagging(png: Data, orientation: Int) -> Data {
        adding(chunk: "eXIf", Data(exif(orientation: orientation)), to: png)
    }

    /// A PNG that claims to be of 30,000 by 30,000 pixels of one bit.
    public static func enormousPNG() throws -> Data {
        let header = bigEndian(30_000) + bigEndian(30_000) + [1, 0, 0, 0, 0]
        let small = try png()
        return small.prefix(8) + chunk("IHDR", header) + small.dropFirst(33)
    }

    /// A PNG with 200 MB of zeros, deflated to 1.3 MB, as its profile.
    public static func inflatingPNG() throws -> Data {
        adding(chunk: "iCCP", Data("a\0\0".utf8) + deflatedZeros(count: 200_000_000), to: try png())
    }

    /// An animated PNG, the still picture and first frame of which are those of `png`.
    ///
    /// The second frame is of one black line, so that it does not matter what it looks like.
    public static func animated(png: Data) -> Data {
        let sides = png[16..<24]
        func frame(_ number: Int, sides: Data) -> Data {
            chunk("fcTL", bigEndian(number) + sides + Data(count: 8) + [0, 1, 0, 10, 0, 0])
        }
        let line = bigEndian(640) + bigEndian(1)
        let second =
            frame(1, sides: line)
            + chunk("fdAT", bigEndian(2) + deflatedZeros(count: 1 + 640 * 3))
        let started =
            png.prefix(33) + chunk("acTL", bigEndian(2) + bigEndian(0)) + frame(0, sides: sides)
        return started + png.dropFirst(33).dropLast(12) + second + png.suffix(12)
    }

    /// A PNG with the same chunk so many times, before its pixels or behind them.
    public static func repeating(
        chunk name: String, _ content: Data, times: Int, behindPixels isBehind: Bool = false,
        in png: Data
    ) -> Data {
        let piece = chunk(name, content)
        let pieces = (0..<times).reduce(into: Data()) { all, _ in all += piece }
        return isBehind
            ? png.dropLast(12) + pieces + png.suffix(12)
            : png.prefix(33) + pieces + png.dropFirst(33)
    }

    /// A PNG with one more chunk before all but the first.
    public static func adding(chunk name: String, _ content: Data, to png: Data) -> Data {
        png.prefix(33) + chunk(name, content) + png.dropFirst(33)
    }

    private static func chunk(_ name: String, _ content: Data) -> Data {
        let checked = Data(name.utf8) + content
        return bigEndian(content.count) + checked + bigEndian(Int(crc(checked)))
    }

    /// Zeros in zlib's format: one literal, then repetitions of 258 and of one byte.
    private static func deflatedZeros(count: Int) -> Data {
        var bits = BitWriter()
        bits.write(0b1, count: 1)
        bits.write(0b01, count: 2)
        bits.writeCode(0b0011_0000, count: 8)
        // Eight codes are 13 bytes; a million of them, bit by bit, would take seconds.
        let repetitions = (count - 1) / 258
        for _ in 0..<min(16, repetitions) + max(0, repetitions - 16) % 8 {
            bits.writeCode(0b1100_0101_00000, count: 13)
        }
        bits.repeatLast(13, times: max(0, repetitions - 16) / 8)
        for _ in 0..<(count - 1) % 258 { bits.writeCode(0b0011_0000, count: 8) }
        bits.writeCode(0, count: 7)
        let sum = (count % 65521) << 16 | 1
        return Data([0x78, 0x01]) + bits.bytes + bigEndian(sum)
    }

    private static let crcTable = (0..<256).map { byte in
        var crc = UInt32(byte)
        for _ in 0..<8 {
            let isOdd = crc % 2 == 1
            crc /= 2
            if isOdd { crc ^= 0xEDB8_8320 }
        }
        return crc
    }

    private static func crc(_ bytes: Data) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crc, byte in
            crcTable[Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8)
        }
    }

    private static func bigEndian(_ number: Int) -> Data {
        Data([24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) })
    }
}

/// Bits from the lowest of each byte on, as deflate packs them.
private struct BitWriter {
    private(set) var bytes = Data()
    private var used = 8

    /// Writes a number, its lowest bit first.
    mutating func write(_ number: Int, count: Int) {
        for bit in 0..<count {
            if used == 8 {
                bytes.append(0)
                used = 0
            }
            bytes[bytes.count - 1] |= UInt8(number >> bit & 1) << UInt8(used)
            used += 1
        }
    }

    /// Writes the last whole bytes again and again; what follows them has to be as what they begin with.
    mutating func repeatLast(_ count: Int, times: Int) {
        guard times > 0 else { return }
        let end = bytes.count - 1
        let piece = bytes[end - count..<end]
        let copies = (0..<times).reduce(into: Data(capacity: times * count)) { all, _ in
            all += piece
        }
        bytes.insert(contentsOf: copies, at: end)
    }

    /// Writes a Huffman code, its highest bit first.
    mutating func writeCode(_ code: Int, count: Int) {
        for bit in (0..<count).reversed() { write(code >> bit, count: 1) }
    }
}
