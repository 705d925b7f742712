public import FoundationEssentials
public import Ground
public import Validation

/// Checks the picture that a provider returned: that it is one, complete, and large enough.
public enum HeadshotInspector {
    /// Reads the header of `bytes` and decodes every pixel once.
    ///
    /// With `analysisSide`, an accepted headshot's pixels are returned too, reduced to that longer side at
    /// most; nil if its colours cannot be converted.
    public static func inspect(
        _ bytes: Data, analysisSide: Int? = nil
    ) async throws(ValidationError) -> (inspection: Inspection, analysis: PhotoPixels?) {
        try await ImageLane.runPictureWork { buffer throws(ValidationError) in
            let limits = PhotoLimits.headshot
            let inspection = try PhotoInspector.inspection(of: bytes, under: limits)
            guard inspection.isAccepted, let facts = inspection.facts else {
                return (inspection, nil)
            }
            if let analysisSide,
                let pixels = try pixels(of: bytes, facts, side: analysisSide, in: buffer)
            {
                return (inspection, pixels)
            }
            let scale = VipsImage.wholeScale(
                of: facts.format, longSide: max(facts.width, facts.height))
            let isWhole = try VipsImage.withOpened(bytes, as: facts.format, scale: scale) {
                image throws(ValidationError) -> Bool? in image.decodesWholly()
            }
            guard isWhole == true else {
                let finding = limits.finding(damagedPixelsOf: facts.format)
                return (Inspection(facts: facts, findings: inspection.findings + [finding]), nil)
            }
            let isTooLargeToHold = facts.width * facts.height * 3 > PixelBuffer.byteCount
            guard let analysisSide, isTooLargeToHold else { return (inspection, nil) }
            let pixels = try PhotoPixels.decoded(bytes, as: facts.format, side: analysisSide)
            return (inspection, pixels)
        }
    }

    /// The pixels of a headshot that fits into the buffer, all of them decoded; nil if it does not fit or
    /// cannot be decoded.
    private static func pixels(
        of bytes: Data, _ facts: PhotoFacts, side: Int, in buffer: borrowing PixelBuffer
    ) throws(ValidationError) -> PhotoPixels? {
        guard facts.width * facts.height * 3 <= PixelBuffer.byteCount else { return nil }
        let opened = try VipsImage.withOpened(bytes, as: facts.format) {
            image throws(ValidationError) -> VipsImage? in
            try image.inStandardRGB()?.copied(into: buffer)
        }
        guard let whole = opened else { return nil }
        let longSide = max(facts.width, facts.height)
        guard facts.orientation > 1 else {
            return try whole.analysisPixels(side: side, ofLongSide: longSide)
        }
        return try whole.upright(from: facts.orientation)
            .analysisPixels(side: side, ofLongSide: longSide)
    }
}
