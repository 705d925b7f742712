import Foundation

/// The header of a WebP, from its chunks.
///
/// Layout: RFC 9649, sections 2.3 to 2.7 (container) and 3.4 (lossless header); RFC 6386, section 9.1 (lossy header).
enum WebPHeader {
    /// Nil if the file is shorter than it claims, or if its first chunk is not a picture's.
    static func read(_ bytes: ByteView) -> PhotoHeader? {
        guard let length = bytes.number(at: 4, width: 4, isLittle: true),
            let container = bytes.slice(at: 0, count: 8 + length)
        else { return nil }
        var chunks = chunks(of: container)
        guard let first = chunks.next() else { return nil }
        guard first.type == "VP8X" else { return still(first, in: container) }
        return extended(first, followedBy: chunks, in: container)
    }

    /// The chunks that lie within the file; a frame's chunks follow it.
    private static func chunks(of bytes: ByteView) -> UnfoldSequence<Chunk, Int> {
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
        _ first: Chunk, followedBy chunks: some Sequence<Chunk>, in bytes: ByteView
    ) -> PhotoHeader? {
        guard let flags = bytes.byte(at: first.start),
            let width = bytes.number(at: first.start + 4, width: 3, isLittle: true),
            let height = bytes.number(at: first.start + 7, width: 3, isLittle: true)
        else { return nil }
        let isAnimated = flags & 0x02 != 0
        var header = PhotoHeader(width: width + 1, height: height + 1)
        header.hasAlpha = flags & 0x10 != 0
        var frames = 0
        for chunk in chunks {
            switch chunk.type {
            case "VP8 ", "VP8L":
                // A frame may be smaller than the whole picture.
                guard let picture = still(chunk, in: bytes),
                    isAnimated
                        || (picture.width, picture.height) == (header.width, header.height)
                else { return nil }
                frames += 1
            case "ICCP" where flags & 0x20 != 0 && header.profile == nil:
                header.profile = bytes.data(at: chunk.start, count: chunk.count)
                    .map { ICCProfile($0).name }
            case "EXIF": header.orientation = orientation(in: chunk, of: bytes) ?? 1
            default: break
            }
        }
        header.pages = frames
        return frames > 0 ? header : nil
    }

    /// Reads one picture by its own header.
    private static func still(_ chunk: Chunk, in bytes: ByteView) -> PhotoHeader? {
        guard let content = bytes.slice(at: chunk.start, count: chunk.count) else { return nil }
        switch chunk.type {
        case "VP8 ":
            guard let tag = content.byte(at: 0), tag & 1 == 0,
                content.number(at: 3, width: 3) == 0x9D012A,
                let width = content.number(at: 6, width: 2, isLittle: true),
                let height = content.number(at: 8, width: 2, isLittle: true)
            else { return nil }
            // The two highest bits are a display scale.
            return PhotoHeader(width: width & 0x3FFF, height: height & 0x3FFF)
        case "VP8L":
            guard content.byte(at: 0) == 0x2F,
                let bits = content.number(at: 1, width: 4, isLittle: true), bits >> 29 == 0
            else { return nil }
            return PhotoHeader(
                width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1,
                hasAlpha: bits >> 28 & 1 == 1)
        default: return nil
        }
    }

    private static func orientation(in chunk: Chunk, of bytes: ByteView) -> Int? {
        let signature = TIFFOrientation.signature
        let skipped = bytes.has(signature, at: chunk.start) ? signature.utf8.count : 0
        return TIFFOrientation.read(
            bytes.slice(at: chunk.start + skipped, count: chunk.count - skipped))
    }
}
