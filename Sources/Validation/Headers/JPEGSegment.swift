/// The markers of a JPEG, and what the bytes after them are for.
///
/// Layout: ITU-T T.81, annex B.
enum JPEGSegment {
    enum Purpose {
        /// Needed to decode the pixels in their colours.
        case picture
        /// Describes the picture or accompanies it: a camera, a place, a thumbnail, a second picture.
        case metadata
        /// Something that few programs understand.
        case rare
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
        static let progressiveFrames: Set<UInt8> = [0xC2, 0xCA]
        /// All frames, those of codings that no decoder here knows, too; JPEG-LS has another marker.
        static let frames: Set<UInt8> = Set((0xC0...0xCF) + [0xF7]).subtracting([0xC4, 0xC8, 0xCC])
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

    /// The purpose of a segment, by the second byte of its marker and the bytes after its length.
    static func purpose(
        of marker: UInt8, content: UnsafeRawBufferPointer.SubSequence
    ) -> Purpose {
        switch marker {
        case Marker.startOfScan, Marker.quantisation, Marker.huffman, Marker.restartInterval,
            Marker.huffmanFrames:
            .picture
        case Marker.jfif where unsafe content.starts(with: "JFIF\0".utf8):
            // It is longer if it has a thumbnail.
            unsafe content.count == 14 ? .picture : .rare
        case Marker.adobe:
            unsafe content.starts(with: "Adobe".utf8) && content.count == 12 ? .picture : .rare
        case Marker.profile where unsafe content.starts(with: profileName): .picture
        case Marker.application, Marker.comment: .metadata
        default: .rare
        }
    }
}
