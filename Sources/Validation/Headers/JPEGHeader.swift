import FoundationEssentials

/// The header of a JPEG, from its markers.
enum JPEGHeader {
    /// False unless a frame that the decoder knows precedes the first scan.
    static func read(_ bytes: Data, into facts: inout PhotoFacts) -> Bool {
        let structure = JPEGStructure(bytes)
        guard let frame = structure.frame, structure.scanCount > 0, frame.bits == 8 else {
            return false
        }
        (facts.width, facts.height) = (frame.width, frame.height)
        facts.orientation = structure.orientation ?? 1
        // Libraries treat a second or a fifth channel as alpha.
        facts.hasAlpha = frame.channels == 2 || frame.channels > 4
        facts.colourSpace = frame.channels == 1 ? .grey : frame.channels == 4 ? .cmyk : .rgb
        facts.profile = structure.profile?.name
        facts.scanCount = structure.scanCount
        facts.jpegQuality = structure.quality
        return true
    }
}
