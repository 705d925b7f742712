/// The limits that a photo or a headshot must keep.
public struct PhotoLimits: Sendable, Equatable {
    /// What is limited, as a finding's sentence names it.
    public enum Subject: String, Sendable {
        case photo
        case headshot

        /// Adds the advice, if a person can act on it: a provider's answer cannot be fixed.
        func sentence(_ judgement: String, advice: String) -> String {
            switch self {
            case .photo: "\(judgement) \(advice)"
            case .headshot: judgement
            }
        }
    }

    /// What is limited.
    public let subject: Subject
    /// The formats that are accepted.
    public let formats: [PhotoFormat]
    /// The size of the file in bytes, both ends allowed.
    public let byteCount: ClosedRange<Int>
    /// The length of each side in pixels, both ends allowed.
    public let side: ClosedRange<Int>
    /// The most pixels of the whole picture.
    public let pixelCount: Int
    /// The most scans of a JPEG.
    public let maximumScans: Int
    /// The most compressed texts of a PNG.
    public let maximumTexts: Int
    /// The most bytes of these texts together, compressed.
    public let textByteCount: Int
    /// The most bytes of the photo as sent.
    public let sentByteCount: Int

    /// Creates limits; the defaults are those of a photo.
    public init(
        subject: Subject = .photo,
        formats: [PhotoFormat] = PhotoFormat.allCases,
        // The provider's limit for one inline picture is 7 MB.
        byteCount: ClosedRange<Int> = 1...7_000_000,
        // Below 256 pixels a face cannot be recognised; 4096 limits the pixels to 50 MB.
        side: ClosedRange<Int> = 256...4096,
        // What the sides allow.
        pixelCount: Int = .max,
        // A legal JPEG may ask for thousands of passes over all pixels; cameras write about ten.
        maximumScans: Int = 100,
        // A decoder inflates each text, up to a thousandfold, even if nothing reads it: hundreds take 20 seconds. Programs
        // write a few, with what they know of the photo.
        maximumTexts: Int = 16, textByteCount: Int = 500_000,
        // "Under 2 MB", in decimal megabytes.
        sentByteCount: Int = 1_999_999
    ) {
        self.subject = subject
        self.formats = formats
        self.byteCount = byteCount
        self.side = side
        self.pixelCount = pixelCount
        self.maximumScans = maximumScans
        self.maximumTexts = maximumTexts
        self.textByteCount = textByteCount
        self.sentByteCount = sentByteCount
    }

    /// The limits of a photo that a person hands in.
    public static let standard = PhotoLimits()

    /// The limits of a photo that is made smaller here before anything else is done with it: those of what a decoder can
    /// read within its memory and its seconds.
    ///
    /// Cameras make up to 100 megapixels. No side is longer than that of the longest JPEG.
    public static let large = PhotoLimits(
        byteCount: 1...100_000_000, side: 256...65_535, pixelCount: 100_000_000)

    /// The limits of a headshot that a provider returns.
    ///
    /// The upper ends only limit what it costs to decode a broken answer; they are well above the 4096 pixels
    /// that models return.
    public static let headshot = PhotoLimits(
        subject: .headshot, formats: [.jpeg, .png, .webp], byteCount: 1...32_000_000,
        side: 256...8192)
}
