import Foundation
import Glibc

/// What a JPEG's markers tell without decoding it: how many scans it has, and at what quality.
///
/// Layout: ITU-T T.81, annex B.
struct JPEGStructure {
    /// The number of scans up to the end of the first picture.
    private(set) var scanCount = 0
    /// The quality in libjpeg's scale, 1 to 100, estimated from the first quantisation table.
    ///
    /// Too high below 25, where a table's entries reach their end at 255.
    private(set) var quality: Int?

    init(_ bytes: Data) {
        unsafe bytes.withUnsafeBytes { buffer in unsafe read(buffer) }
    }

    private enum Marker {
        static let startOfPicture: UInt8 = 0xD8
        static let endOfPicture: UInt8 = 0xD9
        static let startOfScan: UInt8 = 0xDA
        static let quantisation: UInt8 = 0xDB
        /// Markers without a length: padding, temporary, restart.
        static let bare: Set<UInt8> = Set([0x00, 0x01, 0xFF] + (0xD0...0xD7))
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) {
        var position = 0
        while let start = unsafe Self.nextMarker(in: bytes, from: position) {
            let marker = unsafe bytes[start + 1]
            position = start + (marker == 0xFF ? 1 : 2)
            if marker == Marker.endOfPicture { return }
            if marker == Marker.startOfPicture || Marker.bare.contains(marker) { continue }
            guard position + 2 <= bytes.count else { return }
            let length = unsafe Int(bytes[position]) << 8 | Int(bytes[position + 1])
            let segment = unsafe bytes[position..<min(position + length, bytes.count)].dropFirst(2)
            if marker == Marker.startOfScan { scanCount += 1 }
            if marker == Marker.quantisation, quality == nil {
                quality = unsafe Self.quality(ofTables: Array(segment))
            }
            position += length
        }
    }

    /// Finds the next 0xFF that another byte follows; `memchr` makes 7 MB take under a millisecond.
    private static func nextMarker(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, start < bytes.count - 1,
            let found = unsafe memchr(base + start, 0xFF, bytes.count - 1 - start)
        else { return nil }
        return unsafe UnsafeRawPointer(found) - base
    }

    /// The sum of the luminance table of T.81, annex K.1, which libjpeg scales by the quality.
    private static let standardSum = 3688

    /// Inverts libjpeg's scale: percent = 5000 / quality below 50, 200 - 2 * quality above.
    private static func quality(ofTables segment: [UInt8]) -> Int? {
        guard let kind = segment.first else { return nil }
        let bytesPerEntry = kind >> 4 == 0 ? 1 : 2
        let table = segment.dropFirst().prefix(64 * bytesPerEntry)
        guard table.count == 64 * bytesPerEntry else { return nil }
        let sum = table.enumerated().reduce(0) { sum, entry in
            sum + Int(entry.element) * (bytesPerEntry == 2 && entry.offset % 2 == 0 ? 256 : 1)
        }
        let percent = Double(sum) * 100 / Double(standardSum)
        let quality = percent > 100 ? 5000 / percent : (200 - percent) / 2
        return min(100, max(1, Int(quality.rounded())))
    }
}
