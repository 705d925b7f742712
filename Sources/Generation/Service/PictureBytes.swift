internal import Foundation

/// Reads a picture from an answer: base64 and a declared type.
enum PictureBytes {
    /// Decodes base64 in either alphabet, with or without padding, line breaks and `data:…;base64,` before it; nil if it is
    /// neither.
    static func decode(_ text: String) -> Data? {
        // The service's usual form is decoded directly; the rest is rare, and slower.
        Data(base64Encoded: text)
            ?? standardised(withoutScheme(text)).flatMap { Data(base64Encoded: $0) }
    }

    /// What a `data:` URL contains; another text as it is.
    private static func withoutScheme(_ text: String) -> Substring.UTF8View {
        let bytes = text.utf8[...]
        guard bytes.starts(with: "data:".utf8),
            let comma = bytes.prefix(longestType).firstIndex(of: UInt8(ascii: ","))
        else { return bytes }
        return bytes[bytes.index(after: comma)...]
    }

    /// The most bytes of a `data:` URL before its data.
    private static let longestType = 100

    /// Why a text brought no picture.
    static func fault(_ text: String) -> String {
        decode(text) == nil ? "base64 that does not decode" : "bytes that are not a picture"
    }

    /// What is wrong if that is all there is.
    static let address = "a picture's address in place of the picture"

    /// The text in the standard alphabet, padded; nil if base64 cannot have this length.
    private static func standardised(_ text: Substring.UTF8View) -> Data? {
        var bytes = Data(text.filter { ![0x09, 0x0A, 0x0D, 0x20].contains($0) })
        while bytes.last == UInt8(ascii: "=") { bytes.removeLast() }
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "-"): bytes[index] = UInt8(ascii: "+")
            case UInt8(ascii: "_"): bytes[index] = UInt8(ascii: "/")
            default: break
            }
        }
        let padding = (4 - bytes.count % 4) % 4
        guard padding < 3 else { return nil }
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "="), count: padding))
        return bytes
    }

    /// The type of a picture by its first bytes; nil if they are not a picture's.
    ///
    /// HEIF and AVIF start alike, so there the declared type is used if it is a picture's; case is ignored.
    static func mimeType(of data: Data, declared: String?) -> String? {
        let start = [UInt8](data.prefix(12))
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            return "image/png"
        }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        guard start.count == 12 else { return nil }
        if start.starts(with: "RIFF".utf8), start[8...].elementsEqual("WEBP".utf8) {
            return "image/webp"
        }
        guard start[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        if let declared = declared?.lowercased(), declared.hasPrefix("image/") { return declared }
        switch String(decoding: start[8...], as: UTF8.self) {
        case "avif", "avis": return "image/avif"
        case "heic", "heix", "hevc", "hevx", "mif1", "msf1": return "image/heic"
        default: return nil
        }
    }
}
