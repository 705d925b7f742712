/// Why a photo could not be looked at; what is wrong with a photo itself is a ``Finding`` instead.
public enum ValidationError: Error, Sendable, Equatable {
    /// The steps of our own work on a picture that was decoded.
    public enum Stage: String, Sendable {
        case colour
        case geometry
        case encoding
        case drawing
    }

    /// There is no file at the path.
    case fileNotFound(path: String)
    /// The file may not be read by this user.
    case permissionDenied(path: String)
    /// The system refused to open or read the file, with the given `errno`.
    case fileUnreadable(path: String, errno: Int32)
    /// libvips did not start.
    case libraryUnavailable
    /// libvips failed at our own work.
    ///
    /// The detail is a hint for an operator only: libvips keeps one text for all threads, so it may
    /// be empty or tell of another photo.
    case libraryFailed(stage: Stage, detail: String)
}
