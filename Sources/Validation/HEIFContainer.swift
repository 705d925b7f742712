import Foundation

/// The boxes around a HEIC, HEIF or AVIF, read as far as needed to tell one from another.
///
/// Layout: ISO/IEC 14496-12, sections 4.2 (boxes), 4.3 (brands), 8.11 (meta box).
struct HEIFContainer {
    /// What the container holds.
    let content: FileContent

    /// Reads the first boxes of `bytes`; nil where they do not start as such a container does.
    init?(_ bytes: Data) {
        guard let first = Box(in: bytes, at: bytes.startIndex), first.type == "ftyp",
            let brand = first.texts.first
        else { return nil }
        let meta = Box.first(of: "meta", in: bytes)?.content
        if meta?.range(of: Data("av1C".utf8)) != nil {
            // The brand alone does not tell: libheif decodes AV1 under any of them.
            content = .other("avif")
        } else if Self.appleBrands.contains(brand) {
            content = .photo(.heic)
        } else if Self.generalBrands.contains(brand) {
            content = .photo(.heif)
        } else {
            content = .other(["avif", "avis"].contains(brand) ? "avif" : "a video")
        }
    }

    private static let appleBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx"]
    private static let generalBrands = ["mif1", "msf1"]
}

/// One box: its type and the bytes in it.
private struct Box {
    let type: String
    let content: Data

    init?(in bytes: Data, at start: Data.Index) {
        guard bytes.endIndex - start >= 8 else { return nil }
        let size = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        guard size >= 8, size <= bytes.endIndex - start else { return nil }
        type = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
        content = bytes[start + 8..<start + size]
    }

    /// The first box of `type` that is not inside of another.
    static func first(of type: String, in bytes: Data) -> Box? {
        var start = bytes.startIndex
        while let box = Box(in: bytes, at: start) {
            if box.type == type { return box }
            start = box.content.endIndex
        }
        return nil
    }

    /// The content as texts of four characters.
    var texts: [String] {
        stride(from: content.startIndex, through: content.endIndex - 4, by: 4).map {
            String(decoding: content[$0..<$0 + 4], as: UTF8.self)
        }
    }
}
