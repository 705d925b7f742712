/// An answer of the model that holds no picture, and is charged like any other.
public struct NoPicture: Sendable, Equatable {
    /// Why there is no picture.
    public enum Kind: String, Sendable, Codable {
        /// The prompt or the photo was refused before the model began.
        case blockedPrompt
        /// A picture was made, or begun, and withheld.
        case blockedPicture
        /// The model ended without making a picture.
        case noImage
        /// The model wrote something instead.
        case textOnly
        /// There is nothing at all in the answer.
        case empty
    }

    /// Why there is no picture.
    public var kind: Kind
    /// The provider's word for it as sent, `IMAGE_SAFETY` for one; new words appear unannounced.
    public var reason: String?
    /// What the model wrote, or the provider's sentence about the reason; at most 2000 characters.
    public var text: String?
    /// What came.
    public var paid: PaidBody

    /// Creates an answer without a picture.
    public init(kind: Kind, reason: String?, text: String?, paid: PaidBody) {
        self.kind = kind
        self.reason = reason
        self.text = text
        self.paid = paid
    }
}
