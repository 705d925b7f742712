/// One marker of a JPEG with its bytes.
///
/// Layout: ITU-T T.81, annex B.
struct JPEGSegment {
    /// The purpose of a segment.
    enum Purpose {
        /// Needed to decode the pixels.
        case picture
        /// Defines the colours of the channels.
        case colour
        /// Describes the picture or accompanies it: a camera, a place, a thumbnail, a second picture.
        case metadata
        /// Something that few programs understand.
        case rare
    }

    /// The second byte of the marker.
    let marker: UInt8
    /// Its place in the file, marker included.
    let range: Range<Int>
    /// Its purpose.
    let purpose: Purpose

    /// Creates a segment; `content` are the bytes after its length.
    init(marker: UInt8, range: Range<Int>, content: UnsafeRawBufferPointer.SubSequence) {
        self.marker = marker
        self.range = range
        purpose = unsafe Self.purpose(of: marker, content: content)
    }

    /// The markers that matter here.
    enum Marker {
        static let startOfPicture: UInt8 = 0xD8
        static let endOfPicture: UInt8 = 0xD9
        static let startOfScan: UInt8 = 0xDA
        static let quantisation: UInt8 = 0xDB
        static let huffman: UInt8 = 0xC4
        static let restartInterval: UInt8 = 0xDD
        /// Baseline, extended and progressive, all Huffman-coded.
        static let huffmanFrames: ClosedRange<UInt8> = 0xC0...0xC2
        /// Extended and progressive, arithmetic-coded.
        static let arithmeticFrames: ClosedRange<UInt8> = 0xC9...0xCA
        static let application: ClosedRange<UInt8> = 0xE0...0xEF
        static let jfif: UInt8 = 0xE0
        static let exif: UInt8 = 0xE1
        static let profile: UInt8 = 0xE2
        static let adobe: UInt8 = 0xEE
        static let comment: UInt8 = 0xFE
        /// Markers without a length: padding, temporary, restart.
        static let bare: Set<UInt8> = Set([0x00, 0x01, 0xFF] + (0xD0...0xD7))
    }

    /// The start of a chunk of a colour profile; its number and their count follow.
    static let profileName = Array("ICC_PROFILE\0".utf8)

    private static func purpose(
        of marker: UInt8, content: UnsafeRawBufferPointer.SubSequence
    ) -> Purpose {
        switch marker {
        case Marker.startOfScan, Marker.quantisation, Marker.huffman, Marker.restartInterval,
            Marker.huffmanFrames:
            .picture
        case Marker.jfif where unsafe content.starts(with: "JFIF\0".utf8):
            // It is longer if it has a thumbnail.
            unsafe content.count == 14 ? .colour : .rare
        case Marker.adobe:
            unsafe content.starts(with: "Adobe".utf8) && content.count == 12 ? .colour : .rare
        case Marker.profile where unsafe content.starts(with: profileName): .colour
        case Marker.application, Marker.comment: .metadata
        default: .rare
        }
    }
}
