import Foundation

/// The boxes around a HEIC, HEIF or AVIF, read as far as needed to tell them apart.
///
/// Layout: ISO/IEC 14496-12, sections 4.3 (brands) and 8.11 (meta box).
struct HEIFContainer {
    /// What the container holds.
    let content: FileContent

    /// Reads the first boxes of `bytes`; nil if they do not start like such a container.
    init?(_ bytes: Data) {
        let file = ByteView(bytes)
        var boxes = file.boxes()
        guard let first = boxes.next(), first.type == "ftyp",
            let brand = first.content.name(at: 0)
        else { return nil }
        let meta = boxes.first { $0.type == "meta" }?.content
        if meta?.contains("av1C") == true {
            // The brand alone proves nothing: libheif decodes AV1 under any of them.
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
