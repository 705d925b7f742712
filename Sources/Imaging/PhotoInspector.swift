public import FoundationEssentials
public import Validation

/// Reads a photo's header with its decoder, and checks it against the limits.
///
/// It hands the bytes to libvips, so use it only in a sandboxed process; others have ``HeaderInspector``.
public enum PhotoInspector {
    /// Reads the header of `bytes` and checks it; no pixel is decoded.
    public static func inspect(
        _ bytes: Data, limits: PhotoLimits = .standard
    ) async throws(ValidationError) -> Inspection {
        try await ImageLane.run { () throws(ValidationError) in
            try inspection(of: bytes, under: limits)
        }
    }

    /// The same for callers that block already.
    static func inspection(
        of bytes: Data, under limits: PhotoLimits
    ) throws(ValidationError) -> Inspection {
        try Inspection(of: bytes, under: limits) { facts throws(ValidationError) in
            try VipsRuntime.start()
            let isRead = try VipsImage.withOpened(bytes, as: facts.format) {
                image throws(ValidationError) -> Bool? in
                image.describe(bytes, in: &facts)
            }
            return isRead ?? false
        }
    }
}
