public import Foundation

/// Writes what an analysis saw as files; its words and pages are those of whatever composes the worker.
public struct AnalysisFiles: Sendable {
    /// A photo that was looked at.
    public struct Photo: Sendable {
        /// The file's name as it was handed in; a stranger's words.
        public let name: String
        /// What was seen and said, without what a face could be known again by.
        public let reply: PictureReply
    }

    /// The JSON of a photo, with the one from the side where there is one.
    public let json: @Sendable (Photo, Photo?) throws -> Data
    /// A page of the same, which needs no network.
    public let page: @Sendable (Photo, Photo?) throws -> Data

    /// Creates writers.
    public init(
        json: @escaping @Sendable (Photo, Photo?) throws -> Data,
        page: @escaping @Sendable (Photo, Photo?) throws -> Data
    ) {
        self.json = json
        self.page = page
    }

    /// The longer side of the pictures in a page, in pixels: sharp on a phone's screen, and small enough to lie in a page.
    public static let pictureSide = 960
}
