public import Foundation

/// A small picture for a page: a JPEG, upright, sRGB, without metadata.
public struct PagePicture: Sendable, Equatable {
    /// The picture's bytes.
    public let jpeg: Data

    /// Creates a picture from a JPEG's bytes.
    public init(jpeg: Data) {
        self.jpeg = jpeg
    }

    /// The picture as a data URL, so that a page needs no other file.
    var address: String { "data:image/jpeg;base64,\(jpeg.base64EncodedString())" }
}
