package import Foundation
import Glibc

/// What a JPEG's markers say, without decoding it.
///
/// Layout: ITU-T T.81, annex B.
package struct JPEGStructure {
    /// Where metadata are among the first ``mostSegments`` segments of the first picture.
    private(set) var metadata: [Range<Int>] = []
    private var segmentCount = 0
    private var hasRareSegments = false
    /// The number of bytes up to the end of the first picture; nil if its end marker is missing.
    private(set) var byteCount: Int?
    /// The number of scans of the first picture.
    package private(set) var scanCount = 0
    /// How the pixels are coded; nil if it comes after the first scan, or in a coding that no decoder knows.
    private(set) var frame: JPEGFrame?
    /// The orientation tag in the first EXIF metadata, 1 to 8; decoders ignore later ones too.
    private(set) var orientation: Int?
    private var hasExif = false
    /// The embedded colour profile.
    package private(set) var profile: ICCProfile?
    /// The quality in libjpeg's scale, 1 to 100, estimated from the first quantisation table.
    package private(set) var quality: Int?

    /// Real photos have about twenty; a file full of segments must not cost memory.
    private static let mostSegments = 1000

    package init(_ bytes: Data) {
        unsafe bytes.withUnsafeBytes { buffer in unsafe read(buffer) }
    }

    /// Whether all segments are known and ordinary decoders can handle them.
    var isOrdinary: Bool {
        segmentCount < Self.mostSegments && !hasRareSegments
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) {
        var position = 0
        while let start = unsafe Self.nextMarker(in: bytes, from: position) {
            let marker = unsafe bytes[start + 1]
            position = start + (marker == 0xFF ? 1 : 2)
            if marker == JPEGSegment.Marker.endOfPicture {
                byteCount = position
                return
            }
            if marker == JPEGSegment.Marker.startOfPicture
                || JPEGSegment.Marker.bare.contains(marker)
            {
                continue
            }
            guard position + 2 <= bytes.count else { return }
            let length = unsafe Int(bytes[position]) << 8 | Int(bytes[position + 1])
            let end = min(position + max(2, length), bytes.count)
            unsafe note(marker, at: start..<end, content: bytes[position + 2..<end])
            position += length
        }
    }

    private mutating func note(
        _ marker: UInt8, at range: Range<Int>, content: UnsafeRawBufferPointer.SubSequence
    ) {
        segmentCount += 1
        switch unsafe JPEGSegment.purpose(of: marker, content: content) {
        case .picture: break
        case .metadata: if segmentCount < Self.mostSegments { metadata.append(range) }
        case .rare: hasRareSegments = true
        }
        switch marker {
        case JPEGSegment.Marker.startOfScan:
            scanCount += 1
        case JPEGSegment.Marker.quantisation where quality == nil:
            quality = unsafe JPEGQuality.estimate(fromTables: Array(content))
        case JPEGSegment.Marker.huffmanFrames, JPEGSegment.Marker.arithmeticFrames:
            guard frame == nil, scanCount == 0 else { return }
            frame = unsafe JPEGFrame(Array(content))
        case JPEGSegment.Marker.exif where scanCount == 0 && !hasExif:
            let signature = TIFFOrientation.signature
            guard unsafe content.starts(with: signature.utf8) else { return }
            hasExif = true
            orientation = TIFFOrientation.read(
                ByteView(unsafe Data(content.dropFirst(signature.utf8.count))))
        case JPEGSegment.Marker.profile where profile == nil:
            guard unsafe content.starts(with: JPEGSegment.profileName) else { return }
            // Skips the chunk's name and two numbers; the first chunk holds all that is read here.
            profile = unsafe ICCProfile(Data(content.dropFirst(14)))
        default:
            break
        }
    }

    /// Finds the next 0xFF that is followed by another byte; with `memchr`, 7 MB take less than a millisecond.
    private static func nextMarker(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, start < bytes.count - 1,
            let found = unsafe memchr(base + start, 0xFF, bytes.count - 1 - start)
        else { return nil }
        return unsafe UnsafeRawPointer(found) - base
    }
}
