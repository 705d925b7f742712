public import Foundation

/// Changes files as damage does and malice might; the same seed changes them alike.
public struct Mutator: Sendable {
    private var generator: SplitMix64

    /// Begins at a seed.
    public init(seed: UInt64) { generator = SplitMix64(state: seed) }

    /// One of `files`, changed in one to four ways.
    public mutating func mutant(of files: [Data]) -> Data {
        var bytes = [UInt8](files[number(below: files.count)])
        let other = [UInt8](files[number(below: files.count)])
        for _ in 0...number(below: 4) where !bytes.isEmpty {
            change(&bytes, other)
        }
        return Data(bytes)
    }

    private mutating func change(_ bytes: inout [UInt8], _ other: [UInt8]) {
        switch number(below: 8) {
        case 0:
            bytes[place(in: bytes)] ^= 1 << UInt8(number(below: 8))
        case 1:
            bytes[place(in: bytes)] = Self.telling[number(below: Self.telling.count)]
        case 2:
            writeLength(into: &bytes)
        case 3:
            bytes.removeLast(number(below: bytes.count))
        case 4:
            bytes.removeSubrange(piece(of: bytes))
        case 5:
            let piece = bytes[piece(of: bytes)]
            bytes.insert(contentsOf: piece, at: place(in: bytes))
        case 6:
            let piece = other[piece(of: other)]
            bytes.insert(contentsOf: piece, at: place(in: bytes))
        default:
            let start = place(in: bytes)
            for index in start..<min(bytes.count, start + 1 + number(below: 16)) {
                bytes[index] = UInt8(number(below: 256))
            }
        }
    }

    /// Bytes that mean something in one format or another: ends, signs, markers.
    private static let telling: [UInt8] = [0, 1, 0x7F, 0x80, 0xC0, 0xC2, 0xD9, 0xDA, 0xFE, 0xFF]

    /// Puts a number where a length, a count or a side may be, in either order of bytes.
    private mutating func writeLength(into bytes: inout [UInt8]) {
        let width = [2, 4][number(below: 2)]
        let start = place(in: bytes)
        guard start + width <= bytes.count else { return }
        let numbers = [0, 1, 255, 4097, 65535, 1 << 31 - 1, 1 << 31, 1 << 32 - 1, bytes.count]
        let value = numbers[number(below: numbers.count)]
        let isLittle = number(below: 2) == 0
        for index in 0..<width {
            let shift = 8 * (isLittle ? index : width - 1 - index)
            bytes[start + index] = UInt8(truncatingIfNeeded: value >> shift)
        }
    }

    /// Half of all changes are made to a header.
    private mutating func place(in bytes: [UInt8]) -> Int {
        number(below: number(below: 2) == 0 ? min(700, bytes.count) : bytes.count)
    }

    private mutating func piece(of bytes: [UInt8]) -> Range<Int> {
        let start = place(in: bytes)
        return start..<min(bytes.count, start + 1 + number(below: 300))
    }

    private mutating func number(below end: Int) -> Int {
        Int.random(in: 0..<end, using: &generator)
    }
}
