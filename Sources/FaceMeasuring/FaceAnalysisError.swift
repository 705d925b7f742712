/// Why a photo could not be analysed; a fault of the photo itself is a ``FaceFinding`` instead.
public enum FaceAnalysisError: Error, Sendable, Equatable {
    /// The pixels have no area, or not three bytes each, or their scale is not positive.
    case malformedPixels
    /// The detector did not start, or ran out of memory.
    case detectorFailed
}
