public import Foundation

/// Looks at a photo's header as its decoder reads it: what it is, and whether it is within the limits.
///
/// It hands the bytes to libvips, so it belongs into a process that is fenced in; others have
/// ``HeaderInspector``.
public enum PhotoInspector {
    /// Reads the header of `bytes` and judges it; no pixel is decoded.
    public static func inspect(
        _ bytes: Data, limits: PhotoLimits = .standard
    ) async throws(ValidationError) -> Inspection {
        try await ImageLane.run { () throws(ValidationError) in
            try inspection(of: bytes, under: limits)
        }
    }

    /// The same for callers that are on the lane already.
    static func inspection(
        of bytes: Data, under limits: PhotoLimits
    ) throws(ValidationError) -> Inspection {
        try Inspection(of: bytes, under: limits) { format throws(ValidationError) in
            try VipsRuntime.start()
            return try VipsImage.withOpened(bytes, as: format) {
                image throws(ValidationError) in image.header(of: bytes, as: format)
            }
        }
    }
}
