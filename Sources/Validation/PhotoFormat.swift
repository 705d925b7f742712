/// The file formats of photos and headshots, recognised by content, never by name.
public enum PhotoFormat: String, Codable, Sendable, CaseIterable {
    case jpeg
    case png
    case webp
    /// HEVC pictures with the brands of Apple and Nokia.
    case heic
    /// HEVC pictures with the brands of the generic container.
    case heif
}
