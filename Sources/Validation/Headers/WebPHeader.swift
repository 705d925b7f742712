import FoundationEssentials

/// The header of a WebP, from its chunks.
///
/// Layout: RFC 9649, sections 2.3 to 2.7 (container) and 3.4 (lossless header); RFC 6386, section 9.1 (lossy header).
enum WebPHeader {
    /// False if the file is shorter than it claims, or if its first chunk is not a picture's.
    static func read(_ bytes: ByteView, into facts: inout PhotoFacts) -> Bool {
        guard let length = bytes.number(at: 4, width: 4, isLittle: true),
            let container = bytes.slice(at: 0, count: 8 + length)
        else { return false }
        var chunks = chunks(of: container)
        guard let first = chunks.next() else { return false }
        if first.type == "VP8X" {
            return extended(first, followedBy: chunks, in: container, into: &facts)
        }
        guard let picture = still(first, in: container) else { return false }
        (facts.width, facts.height, facts.hasAlpha) = picture
        return true
    }

    /// The orientation tag, 1 to 8; 1 without one.
    static func orientation(of bytes: ByteView) -> Int {
        var facts = PhotoFacts(format: .webp, byteCount: bytes.count)
        return read(bytes, into: &facts) ? facts.orientation : 1
    }

    /// The chunks that lie within the file; a frame's chunks follow it.
    static func chunks(of bytes: ByteView) -> UnfoldSequence<Chunk, Int> {
        // After "RIFF", the length and "WEBP".
        sequence(state: 12) { position -> Chunk? in
            guard let type = bytes.name(at: position),
                let count = bytes.number(at: position + 4, width: 4, isLittle: true),
                position + 8 + count <= bytes.count
            else { return nil }
            // A chunk of odd length has one byte of padding. A frame's chunks are read after its header (place, size,
            // duration and flags: RFC 9649, section 2.7.1.1), as decoders do.
            defer { position += 8 + (type == "ANMF" ? 16 : count + count % 2) }
            return Chunk(type: type, start: position + 8, count: count)
        }
    }

    /// Reads a file in the extended format, which may hold metadata, alpha and frames.
    private static func extended(
        _ first: Chunk, followedBy chunks: some Sequence<Chunk>, in bytes: ByteView,
        into facts: inout PhotoFacts
    ) -> Bool {
        guard let flags = bytes.byte(at: first.start),
            let width = bytes.number(at: first.start + 4, width: 3, isLittle: true),
            let height = bytes.number(at: first.start + 7, width: 3, isLittle: true)
        else { return false }
        let isAnimated = flags & 0x02 != 0
        (facts.width, facts.height) = (width + 1, height + 1)
        facts.hasAlpha = flags & 0x10 != 0
        var frames = 0
        var exif: Int?
        var xmp: Int?
        for chunk in chunks {
            switch chunk.type {
            case "VP8 ", "VP8L":
                // A frame may be smaller than the whole picture.
                guard let picture = still(chunk, in: bytes),
                    isAnimated
                        || (picture.width, picture.height) == (facts.width, facts.height)
                else { return false }
                frames += 1
            case "ICCP" where flags & 0x20 != 0 && facts.profile == nil:
                facts.profile = bytes.data(at: chunk.start, count: chunk.count)
                    .map { ICCProfile($0).name }
            // Browsers and libwebp look only for what the flags announce.
            case "EXIF" where flags & 0x08 != 0 && exif == nil:
                exif = TIFFOrientation.read(bytes.slice(at: chunk.start, count: chunk.count))
            case "XMP " where flags & 0x04 != 0 && xmp == nil:
                xmp = bytes.data(at: chunk.start, count: chunk.count).flatMap(XMPOrientation.read)
            default: break
            }
        }
        facts.pages = frames
        facts.orientation = exif ?? xmp ?? 1
        return frames > 0
    }

    /// Reads one picture by its own header.
    private static func still(
        _ chunk: Chunk, in bytes: ByteView
    ) -> (width: Int, height: Int, hasAlpha: Bool)? {
        guard let content = bytes.slice(at: chunk.start, count: chunk.count) else { return nil }
        switch chunk.type {
        case "VP8 ":
            guard let tag = content.byte(at: 0), tag & 1 == 0,
                content.number(at: 3, width: 3) == 0x9D012A,
                let width = content.number(at: 6, width: 2, isLittle: true),
                let height = content.number(at: 8, width: 2, isLittle: true)
            else { return nil }
            // The two highest bits are a display scale.
            return (width & 0x3FFF, height & 0x3FFF, false)
        case "VP8L":
            guard content.byte(at: 0) == 0x2F,
                let bits = content.number(at: 1, width: 4, isLittle: true), bits >> 29 == 0
            else { return nil }
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1, bits >> 28 & 1 == 1)
        default: return nil
        }
    }
}
