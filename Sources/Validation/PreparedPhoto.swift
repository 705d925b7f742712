public import Foundation
public import Ground

/// What became of a photo's preparation.
public enum Preparation: Sendable, Equatable {
    case prepared(PreparedPhoto)
    /// The photo cannot be used, for at least one reason.
    case refused([Finding])
}

/// The photo as sent.
public struct PreparedPhoto: Sendable, Equatable {
    /// How a photo came to its bytes.
    public enum Treatment: String, Sendable, Codable {
        /// The photo's own coded pixels, with everything else taken away.
        case stripped
        /// The same, turned upright without loss.
        case turned
        /// Decoded once and encoded anew.
        case encoded
    }

    /// A JPEG in 8-bit sRGB or grey, upright, without any metadata but a profile that says "sRGB".
    public let jpeg: Data
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The quality in libjpeg's scale; estimated where the photo was not encoded anew.
    public let quality: Int
    /// How many times the whole picture was encoded; 0 where its coded pixels were kept.
    public let encodings: Int
    /// How the photo came to these bytes.
    public let treatment: Treatment
    /// Notices about the photo and about what was done to it.
    public let findings: [Finding]
    /// The picture made small for a local analysis, where it was asked for.
    public let analysis: AnalysisPixels?
}
