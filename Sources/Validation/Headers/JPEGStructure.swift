package import FoundationEssentials
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
    /// The marker of the first frame, whether or not a decoder here knows its coding.
    private(set) var frameMarker: UInt8?
    /// The index of the first coded pixels.
    private(set) var pixelsStart: Int?
    /// What the scans need, and what they code.
    private(set) var scans = JPEGScans()
    private var exifOrientation: Int?
    private var xmpOrientation: Int?
    /// The embedded colour profile.
    package private(set) var profile: ICCProfile?
    /// Where its chunks are among the first ``mostSegments`` segments.
    private(set) var profileChunks: [Range<Int>] = []
    /// The coding that the first EXIF metadata name.
    private(set) var coding: ColourCoding?
    /// The quality in libjpeg's scale, 1 to 100, estimated from the first quantisation table.
    package private(set) var quality: Int?

    /// Real photos have about twenty; a file full of segments must not cost memory.
    private static let mostSegments = 1000

    package init(_ bytes: Data) {
        unsafe bytes.withUnsafeBytes { buffer in unsafe read(buffer) }
    }

    /// Whether all segments are known and ordinary decoders can handle them.
    var isOrdinary: Bool {
        segmentCount < Self.mostSegments && !hasRareSegments && !scans.isWithoutTables
    }

    /// Why no decoder here knows how the pixels are coded; nil if one does, or if there are none.
    package var undecodable: UnusableContent? {
        guard let frameMarker, scanCount > 0 else { return nil }
        switch frameMarker {
        case JPEGSegment.Marker.huffmanFrames, JPEGSegment.Marker.arithmeticFrames:
            return frame.flatMap { frame in
                frame.bits == 12 ? .twelveBitJPEG : frame.height == 0 ? .heightlessJPEG : nil
            }
        case 0xC3, 0xCB: return .losslessJPEG
        case 0xF7: return .jpegLS
        default: return .hierarchicalJPEG
        }
    }

    /// The bytes that a decoder holds of a picture whose coefficients are spread over several scans; 0 for others, of which it
    /// holds some rows.
    var heldByteCount: Int {
        let isSpread =
            scanCount > 1 || frameMarker.map(JPEGSegment.Marker.progressiveFrames.contains) == true
        return isSpread ? frame?.coefficientByteCount ?? 0 : 0
    }

    /// The orientation tag, 1 to 8; nil without one.
    ///
    /// That of the first EXIF metadata that have one: programs write empty ones first. XMP counts where no EXIF does.
    package var orientation: Int? { exifOrientation ?? xmpOrientation }

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
        unsafe noteCoding(marker, content, endingAt: range.upperBound)
        switch marker {
        case JPEGSegment.Marker.startOfScan:
            scanCount += 1
        case JPEGSegment.Marker.quantisation where quality == nil:
            quality = unsafe JPEGQuality.estimate(fromTables: Array(content))
        case JPEGSegment.Marker.huffmanFrames, JPEGSegment.Marker.arithmeticFrames:
            guard frame == nil, scanCount == 0 else { return }
            frame = unsafe JPEGFrame(Array(content))
        case JPEGSegment.Marker.exif where scanCount == 0:
            unsafe noteOrientation(content)
        case JPEGSegment.Marker.profile:
            guard unsafe content.starts(with: JPEGSegment.profileName) else { return }
            if segmentCount < Self.mostSegments { profileChunks.append(range) }
            guard profile == nil else { return }
            // Skips the chunk's name and two numbers; the first chunk holds all that is read here.
            profile = unsafe ICCProfile(Data(content.dropFirst(14)))
        default:
            break
        }
    }

    /// Notes what decides how the pixels are decoded, in as many segments as real photos have.
    private mutating func noteCoding(
        _ marker: UInt8, _ content: UnsafeRawBufferPointer.SubSequence, endingAt end: Int
    ) {
        if JPEGSegment.Marker.frames.contains(marker), frameMarker == nil, scanCount == 0 {
            frameMarker = marker
            unsafe scans.begin(frame: Array(content), marker: marker)
        }
        guard segmentCount < Self.mostSegments else { return }
        switch marker {
        case JPEGSegment.Marker.huffman: unsafe scans.define(tables: Array(content))
        case JPEGSegment.Marker.startOfScan:
            pixelsStart = pixelsStart ?? end
            unsafe scans.add(scan: Array(content))
        default: break
        }
    }

    private mutating func noteOrientation(_ content: UnsafeRawBufferPointer.SubSequence) {
        let signature = TIFFOrientation.signature
        if unsafe content.starts(with: signature.utf8) {
            let exif = ByteView(unsafe Data(content.dropFirst(signature.utf8.count)))
            exifOrientation = exifOrientation ?? TIFFOrientation.read(exif)
            coding = coding ?? EXIFColours.coding(in: exif)
        } else if xmpOrientation == nil, unsafe content.starts(with: XMPOrientation.signature.utf8)
        {
            xmpOrientation = XMPOrientation.read(unsafe Data(content))
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
