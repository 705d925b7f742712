public import Foundation

/// Makes the photo as sent: upright, sRGB, without metadata, small enough.
public struct PhotoPreparer: Sendable {
    private let limits: PhotoLimits

    /// Makes a preparer that holds photos against `limits`.
    public init(limits: PhotoLimits = .standard) {
        self.limits = limits
    }

    /// Decodes `bytes` once and wholly, and encodes them as a JPEG that fits.
    ///
    /// A photo that cannot be decoded, or is outside the limits, is refused and not an error. The
    /// work is not interrupted by cancellation; it ends within about two seconds.
    public func prepare(_ bytes: Data) async throws(ValidationError) -> Preparation {
        let limits = limits
        return try await ImageLane.runPictureWork { () throws(ValidationError) in
            try Self.preparation(of: bytes, under: limits)
        }
    }

    private static func preparation(
        of bytes: Data, under limits: PhotoLimits
    ) throws(ValidationError) -> Preparation {
        let inspection = try PhotoInspector.inspection(of: bytes, under: limits)
        guard inspection.isAccepted, let facts = inspection.facts else {
            return .refused(inspection.findings)
        }
        guard let pixels = try pixels(of: bytes, facts: facts) else {
            return .refused([ReadableRules.undecodable(facts, under: limits)])
        }
        let fitter = JPEGFitter(byteCount: limits.sentByteCount, sourceQuality: facts.jpegQuality)
        guard let photo = try fitter.fit(pixels) else {
            return .refused([SentPhotoRules.unfittable(under: limits)])
        }
        let downscaling = SentPhotoRules.downscaling(of: facts, to: photo)
        return .prepared(
            PreparedPhoto(
                jpeg: photo.jpeg, width: photo.width, height: photo.height, quality: photo.quality,
                findings: inspection.findings + (downscaling.map { [$0] } ?? [])))
    }

    /// The pixels in 8-bit sRGB, upright; nil where they cannot be decoded.
    ///
    /// Colours change on the way into memory, where lines come in order; only then is it turned.
    private static func pixels(
        of bytes: Data, facts: PhotoFacts
    ) throws(ValidationError) -> VipsImage? {
        let opened = try VipsImage.withOpened(bytes, as: facts.format) {
            image throws(ValidationError) -> VipsImage? in
            guard let converted = try image.inStandardRGB() else { return nil }
            return converted.copiedToMemory()
        }
        guard let decoded = opened, let pixels = decoded else { return nil }
        return facts.orientation == 1 ? pixels : try pixels.upright()
    }
}

/// What became of a photo's preparation.
public enum Preparation: Sendable, Equatable {
    case prepared(PreparedPhoto)
    /// The photo cannot be used, for at least one reason.
    case refused([Finding])
}

/// The photo as sent.
public struct PreparedPhoto: Sendable, Equatable {
    /// A baseline JPEG in 8-bit sRGB, upright, without any metadata.
    public let jpeg: Data
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The quality in libjpeg's scale.
    public let quality: Int
    /// Notices about what was done to the photo.
    public let findings: [Finding]
}
