/// Why a photo could not be checked; a fault of the photo itself is a ``Finding`` instead.
public enum ValidationError: Error, Sendable, Equatable {
    /// The steps after decoding, on the program's own pixels.
    public enum Stage: String, Sendable {
        case colour
        case geometry
        case encoding
        case drawing
    }

    /// There is no file at the path.
    case fileNotFound(path: String)
    /// This user may not read the file.
    case permissionDenied(path: String)
    /// The system refused to open or read the file, with the given `errno`.
    case fileUnreadable(path: String, errno: Int32)
    /// libvips did not start.
    case libraryUnavailable
    /// libvips failed at one of our steps.
    ///
    /// The detail is only a hint for operators: libvips has one error text for all threads, so it may be empty
    /// or about another photo.
    case libraryFailed(stage: Stage, detail: String)
    /// A library got no memory at one of our steps.
    case memoryExhausted(stage: Stage, detail: String)
}
