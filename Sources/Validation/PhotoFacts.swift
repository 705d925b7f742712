/// What was seen in a photo's header, without judgement.
public struct PhotoFacts: Sendable, Equatable, Codable {
    /// How the channels of a picture are to be read.
    public enum ColourSpace: String, Sendable, Codable {
        case rgb
        case grey
        case cmyk
        case other
    }

    /// The format by content.
    public let format: PhotoFormat
    /// The size of the whole file, in bytes.
    public let byteCount: Int
    /// The width in pixels, after the picture is turned upright.
    public let width: Int
    /// The height in pixels, after the picture is turned upright.
    public let height: Int
    /// The orientation tag to be applied, 1 to 8; 1 where there is none, an invalid one, or a HEIC.
    ///
    /// The HEIC decoder has already turned its pictures, whatever their EXIF says.
    public let orientation: Int
    /// The number of pictures or frames in the file, of which only the first is used.
    public let pages: Int
    /// Whether some of the picture may be transparent.
    public let hasAlpha: Bool
    /// How the channels are to be read.
    public let colourSpace: ColourSpace
    /// The bits of one channel of one pixel.
    public let bitsPerChannel: Int
    /// The name of the embedded colour profile; empty for one without a readable name.
    public let profile: String?
    /// The number of scans of a JPEG, 0 for other formats.
    public let scanCount: Int
    /// The quality that a JPEG was saved with, 1 to 100, as estimated from its quantisation table.
    public let jpegQuality: Int?
}
