/// What the scans of a JPEG need and what they code, by their headers alone.
///
/// Layout: ITU-T T.81, sections B.2.2 to B.2.4 and G.1.
struct JPEGScans {
    /// Whether a scan names a Huffman table that no segment before it defines, as in the frames of webcams.
    ///
    /// Some decoders add the standard tables then; others refuse the picture.
    private(set) var isWithoutTables = false
    private var isProgressive = false
    private var isArithmetic = false
    /// The defined Huffman tables: the class in the upper four bits, 1 for AC, and the number in the lower ones.
    private var tables: Set<UInt8> = []
    /// For each channel and each of its 64 coefficients, the lowest bit that is coded so far.
    private var lowestBits: [UInt8: [UInt8]] = [:]

    /// Whether every bit of every coefficient is coded in some scan.
    var codeAllPixels: Bool {
        !lowestBits.isEmpty && lowestBits.values.allSatisfy { $0.allSatisfy { $0 == 0 } }
    }

    /// Reads a frame header, behind the segment's length.
    mutating func begin(frame content: [UInt8], marker: UInt8) {
        guard JPEGFrame(content) != nil else { return }
        isProgressive = JPEGSegment.Marker.progressiveFrames.contains(marker)
        isArithmetic = JPEGSegment.Marker.arithmeticFrames.contains(marker)
        let untouched = [UInt8](repeating: .max, count: 64)
        for channel in stride(from: 6, to: content.count, by: 3) {
            lowestBits[content[channel]] = untouched
        }
    }

    /// Reads a segment of Huffman tables.
    mutating func define(tables content: [UInt8]) {
        var position = 0
        while position + 17 <= content.count {
            tables.insert(content[position])
            let codes = content[position + 1..<position + 17].reduce(0) { $0 + Int($1) }
            position += 17 + codes
        }
    }

    /// Reads a scan header.
    mutating func add(scan content: [UInt8]) {
        guard let count = content.first.map(Int.init), content.count >= 4 + 2 * count else {
            return
        }
        let end = 1 + 2 * count
        let first = isProgressive ? content[end] : 0
        let last = isProgressive ? min(63, content[end + 1]) : 63
        let approximation = isProgressive ? content[end + 2] : 0
        for channel in stride(from: 1, to: end, by: 2) {
            let (id, numbers) = (content[channel], content[channel + 1])
            // The later passes over DC are not Huffman-coded.
            let needsDC = first == 0 && approximation >> 4 == 0
            let needsAC = !isProgressive || first > 0
            let isComplete =
                (!needsDC || tables.contains(numbers >> 4))
                && (!needsAC || tables.contains(0x10 | numbers & 15))
            if !isArithmetic, !isComplete { isWithoutTables = true }
            guard first <= last else { continue }
            for coefficient in first...last {
                lowestBits[id]?[Int(coefficient)] = approximation & 15
            }
        }
    }
}
