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
    /// The whole body, which is kept if the picture is not what was requested; nil without one.
    public var body: Data?
    /// Whether the answer has no other picture, apart from drafts.
    public var isAlone = true
}
