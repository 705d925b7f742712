public import FoundationEssentials
public import Validation

/// Makes the photo as sent: upright, in sRGB, without metadata, small enough.
public struct PhotoPreparer: Sendable {
    private let limits: PhotoLimits
    private let usesPlanes: Bool

    /// Creates a preparer that checks photos against `limits`.
    ///
    /// Without `usesPlanes`, every photo that must be encoded anew goes through libvips: tests compare both ways.
    public init(limits: PhotoLimits = .standard, usesPlanes: Bool = true) {
        self.limits = limits
        self.usesPlanes = usesPlanes
    }

    /// Decodes `bytes` once and completely, and makes a JPEG from them that fits.
    ///
    /// A photo that cannot be decoded or breaks the limits is refused; that is not an error. With
    /// `analysisSide`, the pixels are returned too, reduced to that longer side at most. Unless `encodes`, a
    /// photo that fits with all its pixels is only judged. Cancellation does not interrupt the work; it ends
    /// within about two seconds.
    public func prepare(
        _ bytes: Data, analysisSide: Int? = nil, encodes: Bool = true
    ) async throws(ValidationError) -> Preparation {
        let inspection = try await PhotoInspector.inspect(bytes, limits: limits)
        guard inspection.isAccepted, let facts = inspection.facts else {
            return .refused(inspection.findings)
        }
        let copy = DecodableCopy.of(bytes, as: facts.format)
        let work = PhotoWork(
            bytes: copy, isOriginal: copy.count == bytes.count, facts: facts,
            findings: inspection.findings, limits: limits,
            usesPlanes: usesPlanes, analysisSide: analysisSide, encodes: encodes)
        return try await ImageLane.runPictureWork {
            buffer throws(ValidationError) in try work.run(in: buffer)
        }
    }
}
