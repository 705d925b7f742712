public import FoundationEssentials
public import Ground

/// The result of preparing a photo.
public enum Preparation: Sendable, Equatable {
    case prepared(PreparedPhoto)
    /// The photo can be used, and no bytes to send were wanted: notices about it, and its pixels if requested.
    case judged([Finding], PhotoPixels?)
    /// The photo cannot be used, for at least one reason.
    case refused([Finding])
}

/// The photo as sent.
public struct PreparedPhoto: Sendable, Equatable {
    /// How a photo was turned into its bytes.
    public enum Treatment: String, Sendable, Codable {
        /// The photo's own coded pixels, with everything else removed.
        case stripped
        /// The same, turned upright without loss.
        case turned
        /// Decoded once and re-encoded.
        case encoded
    }

    /// A JPEG in 8-bit sRGB or grey, upright, without any metadata but a profile that says "sRGB".
    public let jpeg: Data
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The quality in libjpeg's scale; estimated if the photo was not re-encoded.
    public let quality: Int
    /// How many times the whole picture was encoded; 0 if its coded pixels were kept.
    public let encodings: Int
    /// How the photo was turned into these bytes.
    public internal(set) var treatment = Treatment.encoded
    /// Notices about the photo and about its preparation.
    public internal(set) var findings: [Finding] = []
    /// The picture reduced for local analysis, if requested.
    public internal(set) var analysis: PhotoPixels?
}
