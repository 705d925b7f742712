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
        guard let colon = bytes.prefix(scheme.count).lastIndex(of: UInt8(ascii: ":")),
            isScheme(bytes[..<colon]),
            let comma = bytes.prefix(longestType).firstIndex(of: UInt8(ascii: ","))
        else { return bytes }
        return bytes[bytes.index(after: comma)...]
    }

    /// The most bytes of a `data:` URL before its data.
    private static let longestType = 100
    private static let scheme = "data:"

    /// Whether these bytes are the scheme of a `data:` URL without its colon; case is ignored (RFC 3986, section 3.1).
    private static func isScheme(_ bytes: some Collection<UInt8>) -> Bool {
        String(decoding: bytes, as: UTF8.self).lowercased() == scheme.dropLast()
    }

    /// The base64 of the `data:` URLs in texts that are long enough for a headshot, in their order.
    ///
    /// A model that writes about such URLs gives short examples.
    static func urls(in texts: [String]) -> [String] {
        var found: [String] = []
        for text in texts where text.utf8.count > shortestInText {
            let bytes = Array(text.utf8)
            var rest = bytes[...]
            while found.count < mostInTexts, let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
                let before = rest[..<colon].suffix(scheme.count - 1)
                rest = bytes[(colon + 1)...]
                guard isScheme(before) else { continue }
                let type = rest.prefix(longestType).prefix { $0 != UInt8(ascii: ",") }
                guard String(decoding: type, as: UTF8.self).lowercased().hasSuffix(";base64")
                else { continue }
                let data = rest[type.endIndex...].dropFirst().prefix(while: isBase64)
                rest = bytes[data.endIndex...]
                if data.count > shortestInText {
                    found.append(String(decoding: data, as: UTF8.self))
                }
            }
        }
        return found
    }

    /// In bytes of base64: no picture of 256 by 256 pixels is smaller.
    private static let shortestInText = 1000
    /// More than a model writes; each may be decoded.
    private static let mostInTexts = 20

    /// Whether a byte belongs to base64, in either alphabet.
    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "="):
            true
        default: false
        }
    }

    /// Why a text brought no picture.
    static func fault(_ text: String) -> String {
        decode(text) == nil ? "base64 that does not decode" : "bytes that are not a picture"
    }

    /// What is wrong with an answer that has an address in place of the picture.
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
