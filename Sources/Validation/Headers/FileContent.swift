package import FoundationEssentials

/// The kind of file that the first bytes indicate.
package enum FileContent: Equatable {
    case photo(PhotoFormat)
    /// Content that is not used.
    case other(UnusableContent)

    package init(of bytes: Data) {
        self = Self.picture(bytes) ?? .other(Self.stranger(bytes))
    }

    /// A picture's first bytes, of a format that is accepted or of another one; nil for anything else.
    private static func picture(_ bytes: Data) -> FileContent? {
        let file = ByteView(bytes)
        if let content = container(file) { return content }
        if file.has("RIFF", at: 0), file.has("WEBP", at: 8) { return .photo(.webp) }
        if let content = signatures.first(where: { bytes.starts(with: $0.start) })?.content {
            return content
        }
        return TIFFKind.of(file).map(FileContent.other)
    }

    private static let signatures: [(start: [UInt8], content: FileContent)] = [
        ([0xFF, 0xD8, 0xFF], .photo(.jpeg)),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .photo(.png)),
        (Array("GIF8".utf8), .other(.gif)),
        (Array("BM".utf8), .other(.bmp)),
        (Array("%PDF".utf8), .other(.pdf)),
        ([0xFF, 0x0A], .other(.jpegXL)),
        ([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20], .other(.jpegXL)),
        ([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20], .other(.jpeg2000)),
        ([0xFF, 0x4F, 0xFF, 0x51], .other(.jpeg2000)),
        (Array("FUJIFILMCCD-RAW".utf8), .other(.raw)),
        // AppleDouble, and AppleSingle.
        ([0x00, 0x05, 0x16, 0x07], .other(.appleDouble)),
        ([0x00, 0x05, 0x16, 0x00], .other(.appleDouble)),
        ([0x50, 0x4B, 0x03, 0x04], .other(.archive)),
        ([0x1F, 0x8B], .other(.archive)),
        (Array("7z\u{BC}\u{AF}".unicodeScalars.map { UInt8($0.value) }), .other(.archive)),
        (Array("Rar!".utf8), .other(.archive)),
        // Matroska and WebM.
        ([0x1A, 0x45, 0xDF, 0xA3], .other(.video)),
    ]

    /// The kind of a file that does not begin like a picture.
    private static func stranger(_ bytes: Data) -> UnusableContent {
        let start = bytes.prefix(beginning)
        if !start.isEmpty, start.allSatisfy({ $0 == 0 }) {
            return bytes.contains { $0 != 0 } ? .unknown : .zeros
        }
        let text = start.starts(with: byteOrderMark) ? start.dropFirst(3) : start
        let content = text.drop { blanks.contains($0) }
        if content.count < start.count, picture(bytes[content.startIndex...]) != nil {
            return .textInFront
        }
        guard isText(content) else { return .unknown }
        let words = String(decoding: content, as: UTF8.self).lowercased()
        if words.hasPrefix("version https://git-lfs") { return .lfsPointer }
        guard words.hasPrefix("<") else { return .text }
        if words.contains("<html") || words.hasPrefix("<!doctype html") { return .webPage }
        return words.contains("<svg") ? .svg : .text
    }

    /// Whether bytes are text in UTF-8 or UTF-16, as far as their beginning shows.
    private static func isText(_ bytes: Data) -> Bool {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
        // The last character may be cut off.
        return (0...min(3, bytes.count)).contains { cut in
            guard let text = String(data: bytes.dropLast(cut), encoding: .utf8) else {
                return false
            }
            return !text.isEmpty
                && text.unicodeScalars.allSatisfy {
                    $0.value >= 32 || blanks.contains(UInt8($0.value))
                }
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// Tab, line feed, form feed, carriage return, and the space.
    private static let blanks: Set<UInt8> = [9, 10, 12, 13, 32]
    /// In bytes, from the start: enough to know such a file.
    private static let beginning = 4096
}

extension FileContent {
    /// What a file of the ISO base media format holds, by its brands and its list of pictures; nil for a file that does
    /// not start like one.
    ///
    /// Layout: ISO/IEC 14496-12, sections 4.3 (brands) and 8.11 (meta box).
    fileprivate static func container(_ file: ByteView) -> FileContent? {
        var boxes = file.boxes()
        guard let first = boxes.next(), first.type == "ftyp",
            let brand = first.content.name(at: 0)
        else { return nil }
        let others = stride(from: 8, to: min(first.content.count, mostBrands * 4), by: 4)
            .compactMap { first.content.name(at: $0) }
        if brand == "crx " { return .other(.canonRaw) }
        if brand == "avif" || brand == "avis" { return .other(.avif) }
        guard let format = format(brand, others) else { return .other(.video) }
        let rest = Array(boxes.lazy.filter { $0.type == "meta" || $0.type == "moov" }.prefix(2))
        guard let meta = rest.first(where: { $0.type == "meta" })?.content else {
            return rest.isEmpty ? .photo(format) : .other(.heifSequence)
        }
        // The brand alone proves nothing: libheif decodes AV1 under any of them.
        if meta.contains("av1C") { return .other(.avif) }
        guard let items = HEIFItems(meta), let coding = items.primaryCoding, coding != "hvc1" else {
            return .photo(format)
        }
        return .other(coding == "av01" ? .avif : .heifWithoutHEVC)
    }

    /// The format by the brands, the first of which is the file's own; nil for those of videos.
    private static func format(_ brand: String, _ others: [String]) -> PhotoFormat? {
        if heicBrands.contains(brand) { return .heic }
        if usualBrands.contains(brand) { return .heif }
        // Programs put any brand first, and the usual ones behind it.
        guard unusualBrands.contains(brand) || !others.contains(where: videoBrands.contains) else {
            return nil
        }
        if !heicBrands.isDisjoint(with: others) { return .heic }
        return unusualBrands.union(usualBrands).isDisjoint(with: others + [brand]) ? nil : .heif
    }

    private static let heicBrands: Set = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs",
    ]
    private static let usualBrands: Set = ["mif1", "msf1"]
    private static let unusualBrands: Set = ["mif2", "miaf", "MiHB", "MiHE", "MiHA", "tmap"]
    private static let videoBrands: Set = ["isom", "mp41", "mp42", "avc1", "qt  ", "M4V "]
    /// Real files have up to ten.
    private static let mostBrands = 64
}

extension HEIFItems {
    /// The type of the coded main picture, or of the first picture that it is made of; nil if that is not listed.
    fileprivate var primaryCoding: String? {
        guard var item = primary else { return nil }
        // An identity over a grid over a coded picture: nothing is deeper.
        for _ in 0..<3 {
            guard let type = items.first(where: { $0.id == item })?.type else { return nil }
            guard ["grid", "iden", "iovl"].contains(type) else { return type }
            let piece = references.first { $0.type == "dimg" && $0.from == item }?.to.first
            guard let piece else { return nil }
            item = piece
        }
        return nil
    }
}

/// What a TIFF is: many cameras' raw files are TIFFs.
private enum TIFFKind {
    static func of(_ file: ByteView) -> UnusableContent? {
        let start = file.number(at: 0, width: 4)
        if rawStarts.contains(start ?? 0) { return .raw }
        guard start == 0x4949_2A00 || start == 0x4D4D_002A else { return nil }
        // Canon's sign behind the header.
        if file.has("CR", at: 8) { return .raw }
        let isLittle = start == 0x4949_2A00
        guard let folder = file.number(at: 4, width: 4, isLittle: isLittle),
            let count = file.number(at: folder, width: 2, isLittle: isLittle)
        else { return .tiff }
        let tags = Set(
            (0..<count).lazy.compactMap { entry in
                file.number(at: folder + 2 + 12 * entry, width: 2, isLittle: isLittle)
            })
        if tags.contains(versionOfDNG) { return .dng }
        // Of a camera, and with further pictures inside.
        return tags.isSuperset(of: [make, furtherPictures]) ? .raw : .tiff
    }

    /// Olympus' and Panasonic's, instead of a TIFF's 42.
    private static let rawStarts: Set = [0x4949_524F, 0x4949_5253, 0x4D4D_4F52, 0x4949_5500]
    private static let versionOfDNG = 0xC612
    private static let make = 0x010F
    private static let furtherPictures = 0x014A
}

extension UnusableContent {
    /// What keeps decoders from reading the header of a file in an accepted format; nil if it is damage.
    package init?(unreadable bytes: Data, as format: PhotoFormat) {
        switch format {
        case .jpeg:
            guard let content = JPEGStructure(bytes).undecodable else { return nil }
            self = content
        case .heic, .heif:
            // Our own parser finds all of it, so it is not damaged: a decoder does not know it.
            var facts = PhotoFacts(format: format, byteCount: bytes.count)
            guard !facts.isUnsafe(bytes), facts.readHeader(of: bytes) else { return nil }
            self = .heifUnknownHere
        case .png, .webp: return nil
        }
    }
}
