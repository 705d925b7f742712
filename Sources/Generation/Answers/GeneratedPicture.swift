public import Foundation

/// A picture, as the model made it.
public struct GeneratedPicture: Sendable, Equatable {
    /// The picture's file, byte for byte as received: watermark and provenance are in there.
    public var data: Data
    /// The picture's type, by its first bytes; only where those leave a choice, as declared.
    public var mimeType: String
    /// What the model wrote beside the picture.
    public var text: String?
    /// What the provider says it did.
    public var receipt: Receipt

    /// Creates a picture.
    public init(data: Data, mimeType: String, text: String?, receipt: Receipt) {
        self.data = data
        self.mimeType = mimeType
        self.text = text
        self.receipt = receipt
    }
}
