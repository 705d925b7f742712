import FoundationEssentials
import Glibc

/// Completes JPEGs whose end marker is missing, though all of their pixels are there.
///
/// Some cameras and programs never write it, and decoders refuse such a file, since most of them are cut off.
enum JPEGEnding {
    /// `bytes` with an end marker where the coded pixels end; the same bytes if they have one or if scans are missing.
    ///
    /// Whether the last scan is complete is left to the decoder: it finds that pixels are missing before the marker.
    static func completed(_ bytes: Data) -> Data {
        guard bytes.suffix(2) != marker else { return bytes }
        let structure = JPEGStructure(bytes)
        guard let pixels = structure.pixelsStart else { return bytes }
        // What looks like a marker in the midst of a video is not the end of the picture.
        let end = structure.byteCount ?? bytes.count
        guard structure.byteCount == nil || !isTrailer(bytes.dropFirst(end)) else { return bytes }
        let trailer = trailer(in: bytes.dropFirst(pixels).prefix(end - pixels))
        guard trailer != nil || structure.byteCount == nil else { return bytes }
        let whole = withoutPadding(bytes.prefix(upTo: trailer ?? bytes.endIndex)) + marker
        return JPEGStructure(whole).scans.codeAllPixels ? whole : bytes
    }

    private static let marker = Data([0xFF, 0xD9])

    /// `bytes` without zeros at their end: taken for pixels, they would hide that some are missing.
    private static func withoutPadding(_ bytes: Data) -> Data {
        guard let last = bytes.lastIndex(where: { $0 != 0 }) else { return bytes }
        // Of the pixels' own zeros, one follows each 0xFF.
        return bytes.prefix(through: bytes[last] == 0xFF ? min(last + 1, bytes.endIndex - 1) : last)
    }

    /// The index where something begins that telephones put behind a picture: a video, or a block of Samsung's.
    private static func trailer(in pixels: Data) -> Data.Index? {
        [
            firstPlace(of: boxName, in: pixels, startingAt: { box(in: $0, name: $1) }),
            firstPlace(of: zeros, in: pixels, startingAt: { block(in: $0, zeros: $1) }),
        ]
        .compactMap(\.self).min()
    }

    /// Whether bytes begin with what is put behind a picture: one of these, another picture, or padding.
    private static func isTrailer(_ bytes: Data) -> Bool {
        let start = bytes.prefix(longestStart)
        return start.starts(with: [0xFF, 0xD8]) || start.prefix(4).allSatisfy { $0 == 0 }
            || trailer(in: start) == start.startIndex
    }

    /// In bytes: a block's header with the longest name.
    private static let longestStart = 80
    private static let boxName = Data("ftyp".utf8)
    private static let zeros = Data([0, 0, 0])

    /// The start of the first thing that `start` finds around an occurrence of `needle`.
    private static func firstPlace(
        of needle: Data, in bytes: Data, startingAt start: (Data, Data.Index) -> Data.Index?
    ) -> Data.Index? {
        var position = 0
        while let found = offset(of: needle, in: bytes, from: position) {
            if let place = start(bytes, bytes.startIndex + found) { return place }
            position = found + needle.count
        }
        return nil
    }

    /// Finds some bytes by `memchr` for the first of them: megabytes are searched.
    private static func offset(of needle: Data, in bytes: Data, from start: Int) -> Int? {
        guard let first = needle.first else { return nil }
        return unsafe bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var position = start
            while position <= bytes.count - needle.count,
                let found = unsafe memchr(
                    base + position, Int32(first), bytes.count - needle.count + 1 - position)
            {
                position = unsafe UnsafeRawPointer(found) - base
                let rest = unsafe bytes[position..<position + needle.count]
                if unsafe rest.elementsEqual(needle) { return position }
                position += 1
            }
            return nil
        }
    }

    /// The start of a video's first box around its name: a length below 256 comes before it.
    private static func box(in bytes: Data, name: Data.Index) -> Data.Index? {
        let length = name - 4
        guard length >= bytes.startIndex, bytes[length..<length + 3] == zeros else { return nil }
        return length
    }

    /// The start of a block around three zeros: two zeros, its type, the length of its name in four bytes, of which they
    /// are the upper ones, and the name in letters.
    private static func block(in bytes: Data, zeros: Data.Index) -> Data.Index? {
        let length = zeros - 1
        let start = length - 4
        guard start >= bytes.startIndex, bytes[start] == 0, bytes[start + 1] == 0,
            nameLengths.contains(bytes[length])
        else { return nil }
        let name = bytes[(zeros + 3)...].prefix(Int(bytes[length]))
        return name.count == bytes[length] && name.allSatisfy(isOfName) ? start : nil
    }

    /// As in "MotionPhoto_Data"; shorter ones could be pixels by chance.
    private static let nameLengths: ClosedRange<UInt8> = 8...64

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
