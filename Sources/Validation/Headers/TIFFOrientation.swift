import Foundation

/// The orientation tag in EXIF metadata, which are a TIFF without a picture.
///
/// Layout: TIFF 6.0, section 2.
enum TIFFOrientation {
    /// The bytes before the metadata in a JPEG, and in some WebPs.
    static let signature = "Exif\0\0"

    /// Reads the tag; nil without one from 1 to 8.
    static func read(_ bytes: ByteView?) -> Int? {
        guard let bytes else { return nil }
        let isLittle = bytes.has("II", at: 0)
        guard isLittle || bytes.has("MM", at: 0) else { return nil }
        func number(at offset: Int, width: Int) -> Int? {
            bytes.number(at: offset, width: width, isLittle: isLittle)
        }
        guard let folder = number(at: 4, width: 4), let count = number(at: folder, width: 2)
        else { return nil }
        for entry in 0..<count {
            let start = folder + 2 + 12 * entry
            guard let tag = number(at: start, width: 2) else { return nil }
            guard tag == orientationTag else { continue }
            guard number(at: start + 2, width: 2) == shortType else { return nil }
            return number(at: start + 8, width: 2).flatMap { (1...8).contains($0) ? $0 : nil }
        }
        return nil
    }

    private static let orientationTag = 0x0112
    /// The type of 16-bit numbers.
    private static let shortType = 3
}
