public import Decoding
public import Foundation

/// Writes an analysis as files; the program that composes the worker supplies the words and pages.
public struct AnalysisFiles: Sendable {
    /// An analyzed photo.
    public struct Photo: Sendable {
        /// The file name of the photo; untrusted text.
        public let name: String
        /// Facts and findings, without measures by which a face could be recognised.
        public let reply: PictureReply
    }

    /// The JSON of a photo, with the one from the side if there is one.
    public let json: @Sendable (Photo, Photo?) throws -> Data
    /// The same as a page that needs no network.
    public let page: @Sendable (Photo, Photo?) throws -> Data

    /// Creates writers.
    public init(
        json: @escaping @Sendable (Photo, Photo?) throws -> Data,
        page: @escaping @Sendable (Photo, Photo?) throws -> Data
    ) {
        self.json = json
        self.page = page
    }

    /// The longer side of the pictures in a page, in pixels: sharp on a phone, and small enough to embed.
    public static let pictureSide = 960
}
