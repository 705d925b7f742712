/// The limits that a photo or a headshot is held against.
public struct PhotoLimits: Sendable, Equatable {
    /// Whose limits these are, as a finding's sentence names it.
    public enum Subject: String, Sendable {
        case photo
        case headshot

        /// Adds what to do about it, if a person can: nobody can mend a provider's answer.
        func sentence(_ judgement: String, advice: String) -> String {
            switch self {
            case .photo: "\(judgement) \(advice)"
            case .headshot: judgement
            }
        }
    }

    /// Whose limits these are.
    public let subject: Subject
    /// The formats that are accepted.
    public let formats: [PhotoFormat]
    /// The size of the file in bytes, both ends allowed.
    public let byteCount: ClosedRange<Int>
    /// Each side in pixels, both ends allowed.
    public let side: ClosedRange<Int>
    /// The most scans of a JPEG.
    public let maximumScans: Int
    /// The most bytes of the photo as sent.
    public let sentByteCount: Int

    /// Makes limits; each defaults to that of a photo.
    public init(
        subject: Subject = .photo,
        formats: [PhotoFormat] = PhotoFormat.allCases,
        // The provider's limit for one inline picture is 7 MB.
        byteCount: ClosedRange<Int> = 1...7_000_000,
        // Below 256 a face has too few pixels to be recognised; 4096 bounds the pixels at 50 MB.
        side: ClosedRange<Int> = 256...4096,
        // A legal JPEG may ask for thousands of passes over all pixels; cameras write about ten.
        maximumScans: Int = 100,
        // "Under 2 MB", in decimal megabytes.
        sentByteCount: Int = 1_999_999
    ) {
        self.subject = subject
        self.formats = formats
        self.byteCount = byteCount
        self.side = side
        self.maximumScans = maximumScans
        self.sentByteCount = sentByteCount
    }

    /// The limits of a photo that a person hands in.
    public static let standard = PhotoLimits()

    /// The limits of a headshot that a provider returns.
    ///
    /// The upper ends only bound what a broken answer may cost to decode; they lie well above the 4096
    /// pixels that models return.
    public static let headshot = PhotoLimits(
        subject: .headshot, formats: [.jpeg, .png, .webp], byteCount: 1...32_000_000,
        side: 256...8192)
}
