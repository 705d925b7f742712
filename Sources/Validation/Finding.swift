/// One judgement about a photo or a headshot: the rule, the value seen, the limit, and a sentence.
public struct Finding: Sendable, Equatable, Codable {
    /// The rule that is checked; its raw value is stable and may be stored.
    public enum Rule: String, Sendable, Codable, CaseIterable {
        /// A photo is a regular file, not a link, a folder, a pipe, or a device.
        case regularFile
        /// A file does not change while it is read.
        case steadyFile
        /// The size of the file.
        case byteCount
        /// The format, by content.
        case format
        /// The header can be read.
        case header
        /// Each side, in pixels.
        case side
        /// The number of scans of a progressive JPEG.
        case scanCount
        /// One picture in a file.
        case singlePage
        /// The whole picture can be decoded.
        case decoding
        /// Decoding neither crashes nor uses more resources than a photo should need.
        case safeDecoding
        /// The photo as sent has the sides of the original.
        case sentSide
        /// The photo as sent fits its limit of bytes.
        case sentByteCount
    }

    /// The consequence of a finding.
    public enum Severity: String, Sendable, Codable {
        /// The photo or headshot cannot be used.
        case refusal
        /// It can be used, but a person may want to know.
        case notice
    }

    /// The rule that was checked.
    public let rule: Rule
    /// The consequence.
    public let severity: Severity
    /// The value that was seen.
    public let seen: String
    /// The limit that the value was compared with.
    public let limit: String
    /// For a person: what is wrong, the value, and what to do.
    public let sentence: String
}
