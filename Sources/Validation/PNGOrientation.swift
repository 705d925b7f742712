import Foundation

/// The orientation tag in a PNG's metadata.
///
/// Layout: Portable Network Graphics, third edition, sections 5.3 (chunks) and 11.3.4.5 (eXIf); TIFF 6.0,
/// section 2.
enum PNGOrientation {
    /// Real PNGs have a few chunks, and one for each 8 kB of pixels.
    private static let mostChunks = 10_000

    /// Reads it from a whole file; nil where there is none from 1 to 8.
    static func read(_ bytes: Data) -> Int? {
        var start = bytes.startIndex + 8
        for _ in 0..<mostChunks {
            guard bytes.endIndex - start >= 12 else { return nil }
            let count = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            let content = start + 8
            guard count <= bytes.endIndex - content - 4 else { return nil }
            if bytes[start + 4..<content].elementsEqual("eXIf".utf8) {
                return orientation(inTIFF: [UInt8](bytes[content..<content + count]))
            }
            start = content + count + 4
        }
        return nil
    }

    private static func orientation(inTIFF bytes: [UInt8]) -> Int? {
        let isLittle = bytes.starts(with: "II".utf8)
        func number(at start: Int, count: Int) -> Int? {
            guard start >= 0, start + count <= bytes.count else { return nil }
            let part = bytes[start..<start + count]
            return (isLittle ? part.reversed() : Array(part)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let folder = number(at: 4, count: 4), let entries = number(at: folder, count: 2)
        else { return nil }
        for entry in 0..<entries {
            let start = folder + 2 + 12 * entry
            guard let tag = number(at: start, count: 2) else { return nil }
            guard tag == 0x0112 else { continue }
            return number(at: start + 8, count: 2).flatMap { (1...8).contains($0) ? $0 : nil }
        }
        return nil
    }
}
