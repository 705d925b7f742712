import Foundation

/// The header of a JPEG, from its markers.
enum JPEGHeader {
    /// Nil unless a frame that the decoder knows precedes the first scan.
    static func read(_ bytes: Data) -> PhotoHeader? {
        let structure = JPEGStructure(bytes)
        guard let frame = structure.frame, structure.scanCount > 0, frame.bits == 8 else {
            return nil
        }
        return PhotoHeader(
            width: frame.width, height: frame.height, orientation: structure.orientation ?? 1,
            // Libraries treat a second or a fifth channel as alpha.
            hasAlpha: frame.channels == 2 || frame.channels > 4,
            colourSpace: colourSpace(ofChannels: frame.channels),
            profile: structure.profile?.name, scanCount: structure.scanCount,
            jpegQuality: structure.quality)
    }

    private static func colourSpace(ofChannels count: Int) -> PhotoFacts.ColourSpace {
        switch count {
        case 1: .grey
        case 4: .cmyk
        default: .rgb
        }
    }
}
