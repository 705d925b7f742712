public import Foundation

/// Makes the photo as sent: upright, sRGB, without metadata, small enough.
public struct PhotoPreparer: Sendable {
    private let limits: PhotoLimits
    private let usesPlanes: Bool

    /// Makes a preparer that holds photos against `limits`.
    ///
    /// Without `usesPlanes`, every photo that is encoded anew goes through libvips: for comparison, and
    /// in case that the shorter way ever turns out to misbehave.
    public init(limits: PhotoLimits = .standard, usesPlanes: Bool = true) {
        self.limits = limits
        self.usesPlanes = usesPlanes
    }

    /// Decodes `bytes` once and wholly, and makes them a JPEG that fits.
    ///
    /// A photo that cannot be decoded, or is outside the limits, is refused and not an error. With
    /// `analysisSide`, the answer also has the pixels, with that as their longer side at most. The
    /// work is not interrupted by cancellation; it ends within about two seconds.
    public func prepare(
        _ bytes: Data, analysisSide: Int? = nil
    ) async throws(ValidationError) -> Preparation {
        let inspection = try await PhotoInspector.inspect(bytes, limits: limits)
        guard inspection.isAccepted, let facts = inspection.facts else {
            return .refused(inspection.findings)
        }
        let work = PhotoWork(
            bytes: bytes, facts: facts, limits: limits, usesPlanes: usesPlanes,
            analysisSide: analysisSide)
        let result = try await ImageLane.runPictureWork(facts.decodingWeight) {
            buffer throws(ValidationError) in try work.run(in: buffer)
        }
        switch result {
        case .damaged:
            return .refused([DecodingRule.finding(for: facts, under: limits)])
        case .unfittable:
            return .refused([SentByteCountRule.finding(under: limits)])
        case .fitted(let photo, let treatment, let analysis):
            let downscaling = SentSideRule.finding(for: facts, sentAs: photo)
            return .prepared(
                PreparedPhoto(
                    jpeg: photo.jpeg, width: photo.width, height: photo.height,
                    quality: photo.quality, encodings: photo.encodings, treatment: treatment,
                    findings: inspection.findings + (downscaling.map { [$0] } ?? []),
                    analysis: analysis))
        }
    }
}

extension PhotoFacts {
    /// What decoding takes: some decoders hold the whole picture in their own form, too.
    fileprivate var decodingWeight: ImageLane.Weight {
        switch format {
        case .jpeg: scanCount > 1 || orientation > 1 ? .heavy : .light
        case .png: .light
        case .webp, .heic, .heif: .heavy
        }
    }
}
