import FoundationEssentials

/// Inflates a little of an untrusted text, without a library.
///
/// Only what is needed to find a tag in the metadata of a PNG. Layout: RFC 1950 and RFC 1951; the checksum is not read.
struct Inflation {
    private let input: [UInt8]
    private var position: Int
    private var bitBuffer = 0
    private var bitCount = 0
    private var output: [UInt8] = []
    private let limit: Int

    /// The first bytes of what zlib deflated, at most `limit`, up to the first mistake.
    static func inflated(_ bytes: ByteView, toAtMost limit: Int) -> Data? {
        guard let head = bytes.number(at: 0, width: 2), head >> 8 & 15 == 8, head % 31 == 0,
            head & 0x20 == 0, let input = bytes.data(at: 0, count: bytes.count)
        else { return nil }
        var inflation = Inflation(input: Array(input), limit: limit)
        inflation.run()
        return Data(inflation.output)
    }

    private init(input: [UInt8], limit: Int) {
        self.input = input
        self.limit = limit
        position = 2
    }

    private mutating func run() {
        var isLast = false
        while !isLast, output.count < limit, let head = bits(3) {
            isLast = head & 1 == 1
            let isWhole =
                switch head >> 1 {
                case 0: copyStored()
                case 1: inflate(Code.fixedLiterals, Code.fixedDistances)
                case 2: inflateDynamic()
                default: false
                }
            if !isWhole { return }
        }
    }

    /// The next bits, the first one lowest; nil at the end.
    private mutating func bits(_ count: Int) -> Int? {
        while bitCount < count {
            guard position < input.count else { return nil }
            bitBuffer |= Int(input[position]) << bitCount
            position += 1
            bitCount += 8
        }
        defer {
            bitBuffer >>= count
            bitCount -= count
        }
        return bitBuffer & (1 << count - 1)
    }

    private mutating func copyStored() -> Bool {
        _ = bits(bitCount % 8)
        guard let count = bits(16), let check = bits(16), count == ~check & 0xFFFF else {
            return false
        }
        for _ in 0..<count {
            guard output.count < limit, let byte = bits(8) else { return false }
            output.append(UInt8(byte))
        }
        return true
    }

    private mutating func inflateDynamic() -> Bool {
        guard let literals = bits(5), let distances = bits(5), let lengths = bits(4) else {
            return false
        }
        var ofLengths = [Int](repeating: 0, count: 19)
        for index in 0..<lengths + 4 {
            guard let length = bits(3) else { return false }
            ofLengths[Code.order[index]] = length
        }
        let count = literals + 257 + distances + 1
        guard let all = codeLengths(count, by: Code(ofLengths)) else { return false }
        return inflate(Code(Array(all[..<(literals + 257)])), Code(Array(all[(literals + 257)...])))
    }

    /// The lengths of the codes of a block, which are coded themselves.
    private mutating func codeLengths(_ count: Int, by code: Code) -> [Int]? {
        var lengths: [Int] = []
        while lengths.count < count {
            guard let symbol = symbol(of: code) else { return nil }
            switch symbol {
            case ..<16: lengths.append(symbol)
            case 16:
                guard let last = lengths.last, let more = bits(2) else { return nil }
                lengths += repeatElement(last, count: 3 + more)
            case 17:
                guard let more = bits(3) else { return nil }
                lengths += repeatElement(0, count: 3 + more)
            default:
                guard let more = bits(7) else { return nil }
                lengths += repeatElement(0, count: 11 + more)
            }
        }
        return lengths.count == count ? lengths : nil
    }

    /// Inflates a block up to its end; false at a mistake, and once there is enough.
    private mutating func inflate(_ literals: Code, _ distances: Code) -> Bool {
        while output.count < limit {
            guard let symbol = symbol(of: literals) else { return false }
            switch symbol {
            case ..<256: output.append(UInt8(symbol))
            case 256: return true
            default:
                guard let length = number(Code.lengths, symbol - 257),
                    let index = self.symbol(of: distances),
                    let distance = number(Code.distances, index), distance <= output.count
                else { return false }
                for _ in 0..<min(length, limit - output.count) {
                    output.append(output[output.count - distance])
                }
            }
        }
        return false
    }

    /// A number by its symbol and the bits after it; nil if no number has that symbol.
    private mutating func number(_ table: [(base: Int, bits: Int)], _ index: Int) -> Int? {
        guard table.indices.contains(index), let more = bits(table[index].bits) else { return nil }
        return table[index].base + more
    }

    private mutating func symbol(of code: Code) -> Int? {
        var value = 0
        var first = 0
        var index = 0
        for count in code.counts.dropFirst() {
            guard let bit = bits(1) else { return nil }
            value |= bit
            if value - first < count { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        return nil
    }

    /// A canonical Huffman code.
    private struct Code {
        /// How many codes there are of each length, from 0 to 15.
        let counts: [Int]
        /// The symbols in the order of their codes.
        let symbols: [Int]

        init(_ lengths: [Int]) {
            var counts = [Int](repeating: 0, count: 16)
            for length in lengths where length > 0 { counts[length] += 1 }
            self.counts = counts
            symbols = (1...15).flatMap { length in
                lengths.indices.filter { lengths[$0] == length }
            }
        }

        static let fixedLiterals = Code(
            (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
        static let fixedDistances = Code([Int](repeating: 5, count: 30))
        /// The order in which the lengths of the codes of lengths are written.
        static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        static let lengths: [(base: Int, bits: Int)] =
            table(from: 3, bits: [0, 0, 0, 0] + (0...5).flatMap { [$0, $0, $0, $0] }) + [(258, 0)]
        static let distances = table(from: 1, bits: [0, 0] + (0...13).flatMap { [$0, $0] })

        /// Consecutive ranges of numbers, each as long as its bits can count.
        private static func table(from start: Int, bits: [Int]) -> [(base: Int, bits: Int)] {
            var base = start
            return bits.map { bits in
                defer { base += 1 << bits }
                return (base, bits)
            }
        }
    }
}
