public import FoundationEssentials
import Ground
public import Validation

/// The result of making a photo smaller.
public enum ShrunkPhoto: Sendable, Equatable {
    /// The copy: an upright sRGB JPEG without metadata, within the limits of a photo.
    case copy(Data, Inspection)
    /// The photo cannot be used, for at least one reason.
    case refused(Inspection)
}

/// Makes a copy of a photo that is too large, as preparing it would see it.
public enum PhotoShrinking {
    /// Decodes `bytes` completely, and makes the largest and best JPEG of them that keeps `limits`.
    ///
    /// The same bytes always give the same copy on one machine. Throws ``ValidationError/memoryExhausted(stage:detail:)`` for a
    /// photo that takes more memory than this process has.
    public static func copy(
        of bytes: Data, within limits: PhotoLimits = .standard
    ) async throws(ValidationError) -> ShrunkPhoto {
        let inspection = try await PhotoInspector.inspect(bytes, limits: .large)
        guard inspection.isAccepted, let facts = inspection.facts else {
            return .refused(inspection)
        }
        return try await ImageLane.runPictureWork { _ throws(ValidationError) in
            func refused(_ finding: Finding) -> ShrunkPhoto {
                .refused(Inspection(facts: facts, findings: [finding]))
            }
            guard let pixels = try pixels(of: bytes, facts, side: limits.side.upperBound) else {
                return refused(PhotoLimits.large.finding(damagedPixelsOf: facts.format))
            }
            // The quality of the file says nothing about one with fewer pixels.
            let fitter = JPEGFitter(byteCount: limits.byteCount.upperBound, sourceQuality: nil)
            let image = try VipsImage(
                rgb: pixels.rgb, width: pixels.width, height: pixels.height)
            guard let photo = try fitter.fitReduced(image) else {
                return refused(limits.unshrinkableFinding)
            }
            return .copy(photo.jpeg, inspection)
        }
    }

    /// The pixels of a photo, in sRGB and upright; nil if some are damaged or missing.
    private static func pixels(
        of bytes: Data, _ facts: PhotoFacts, side: Int
    ) throws(ValidationError) -> PhotoPixels? {
        // A smaller copy is made of fewer bits of a JPEG, and libvips does not report all damage.
        let copy = DecodableCopy.of(bytes, as: facts.format)
        if facts.format == .jpeg, JPEGPicture.condition(of: copy) == .damaged { return nil }
        VipsFailure.forgetMemory()
        if let pixels = try PhotoPixels.decoded(bytes, as: facts.format, side: side) {
            return pixels
        }
        // Not the photo's fault: it may be whole.
        if let text = VipsFailure.aboutMemory {
            throw .memoryExhausted(stage: .geometry, detail: text)
        }
        return nil
    }
}
