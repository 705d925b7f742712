import FoundationEssentials

/// The orientation tag in EXIF metadata, which are a TIFF without a picture.
///
/// Layout: TIFF 6.0, section 2.
enum TIFFOrientation {
    /// The bytes before the metadata in a JPEG, and in some WebPs and PNGs.
    static let signature = "Exif\0\0"

    /// Reads the tag; nil without one from 1 to 8.
    static func read(_ bytes: ByteView?) -> Int? {
        let start = bytes?.has(signature, at: 0) == true ? signature.utf8.count : 0
        guard let bytes = bytes?.rest(from: start) else { return nil }
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
            // Of more numbers than fit here, only the place would be here.
            guard let width = number(at: start + 2, width: 2).flatMap({ widths[$0] }),
                let count = number(at: start + 4, width: 4), count * width <= 4
            else { return nil }
            return number(at: start + 8, width: width).flatMap { (1...8).contains($0) ? $0 : nil }
        }
        return nil
    }

    private static let orientationTag = 0x0112
    /// The bytes of a number by its type; the standard asks for the second, and programs write them all.
    private static let widths = [1: 1, 3: 2, 4: 4, 8: 2, 9: 4]
}
