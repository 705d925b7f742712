package import Foundation

/// The kind of file that the first bytes indicate.
package enum FileContent: Equatable {
    case photo(PhotoFormat)
    /// A format that is not accepted, by its usual name, or "of an unknown kind".
    case other(String)

    package init(of bytes: Data) {
        let file = ByteView(bytes)
        self =
            if let content = Self.container(file) {
                content
            } else if file.has("RIFF", at: 0), file.has("WEBP", at: 8) {
                .photo(.webp)
            } else {
                Self.signatures.first { bytes.starts(with: $0.start) }?.content
                    ?? .other("of an unknown kind")
            }
    }

    private static let signatures: [(start: [UInt8], content: FileContent)] = [
        ([0xFF, 0xD8, 0xFF], .photo(.jpeg)),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .photo(.png)),
        (Array("GIF8".utf8), .other("gif")),
        ([0x49, 0x49, 0x2A, 0x00], .other("tiff")),
        ([0x4D, 0x4D, 0x00, 0x2A], .other("tiff")),
        (Array("BM".utf8), .other("bmp")),
        (Array("%PDF".utf8), .other("pdf")),
        (Array("<svg".utf8), .other("svg")),
        ([0xFF, 0x0A], .other("jpeg xl")),
        ([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20], .other("jpeg xl")),
    ]

    /// What a HEIC, HEIF or AVIF holds, by its first boxes; nil for a file that does not start like one.
    ///
    /// Layout: ISO/IEC 14496-12, sections 4.3 (brands) and 8.11 (meta box).
    private static func container(_ file: ByteView) -> FileContent? {
        var boxes = file.boxes()
        guard let first = boxes.next(), first.type == "ftyp",
            let brand = first.content.name(at: 0)
        else { return nil }
        let meta = boxes.first { $0.type == "meta" }?.content
        // The brand alone proves nothing: libheif decodes AV1 under any of them.
        if meta?.contains("av1C") == true { return .other("avif") }
        return switch brand {
        case "heic", "heix", "heim", "heis", "hevc", "hevx": .photo(.heic)
        case "mif1", "msf1": .photo(.heif)
        case "avif", "avis": .other("avif")
        default: .other("a video")
        }
    }
}
