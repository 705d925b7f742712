public import Foundation

/// A picture that a model made.
public struct GeneratedPicture: Sendable, Equatable {
    /// The picture's file, byte for byte as received, with watermark and provenance.
    public var data: Data
    /// The picture's type by its first bytes, or as declared where those are ambiguous.
    public var mimeType: String
    /// What the model wrote with the picture.
    public var text: String?
    /// The provider's record of the request.
    public var receipt: Receipt
    /// The whole answer, if it has more pictures than this one; nil otherwise.
    public var body: Data?
}
