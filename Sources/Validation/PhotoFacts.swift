import Ground

/// What a photo's header says, without judgement.
public struct PhotoFacts: Sendable, Equatable, Codable {
    /// How to interpret the channels of a picture.
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
    /// The width in pixels, once the picture is upright.
    public package(set) var width = 0
    /// The height in pixels, once the picture is upright.
    public package(set) var height = 0
    /// The orientation tag to apply, 1 to 8; 1 if it is missing or invalid, and for every HEIC.
    ///
    /// The HEIC decoder has already turned its pictures, whatever their EXIF says.
    public package(set) var orientation = 1
    /// The number of pictures or frames in the file; only the first is used.
    public package(set) var pages = 1
    /// Whether parts of the picture may be transparent.
    public package(set) var hasAlpha = false
    /// How to interpret the channels.
    public package(set) var colourSpace = ColourSpace.rgb
    /// The bits of one channel of one pixel.
    public package(set) var bitsPerChannel = 8
    /// The name of the embedded colour profile; empty if the name is not readable, nil without a profile.
    public package(set) var profile: String?
    /// The number of scans of a JPEG; 0 for other formats.
    public package(set) var scanCount = 0
    /// The quality that a JPEG was saved with, 1 to 100, estimated from its quantisation table.
    public package(set) var jpegQuality: Int?
    /// The focal length with the same field of view on 35 mm film, in millimetres; nil unless a camera stated it and the
    /// picture was not cut since.
    public package(set) var focalLength: Int?
}

extension PhotoFacts {
    /// Reads facts from untrusted JSON.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        format = try members.decode(PhotoFormat.self, forKey: .format)
        byteCount = try members.number(.byteCount, in: Int.ordinary)
        width = try members.number(.width, in: Int.ordinary)
        height = try members.number(.height, in: Int.ordinary)
        orientation = try members.number(.orientation, in: Int.ordinary)
        pages = try members.number(.pages, in: Int.ordinary)
        hasAlpha = try members.decode(Bool.self, forKey: .hasAlpha)
        colourSpace = try members.decode(ColourSpace.self, forKey: .colourSpace)
        bitsPerChannel = try members.number(.bitsPerChannel, in: Int.ordinary)
        profile = try members.decodeIfPresent(String.self, forKey: .profile)
        scanCount = try members.number(.scanCount, in: Int.ordinary)
        jpegQuality = try members.optionalNumber(.jpegQuality, in: Int.ordinary)
        focalLength = try members.optionalNumber(.focalLength, in: Int.ordinary)
    }
}
