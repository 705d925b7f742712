/// The file formats that a photo or a headshot may have, told by content and never by name.
public enum PhotoFormat: String, Codable, Sendable, CaseIterable {
    case jpeg
    case png
    case webp
    /// HEVC pictures under Apple's and Nokia's own brands.
    case heic
    /// HEVC pictures under the brands of the general container.
    case heif
}
