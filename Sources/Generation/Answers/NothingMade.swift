/// An answer of the model without what was wanted, which is charged like any other.
public struct NothingMade: Sendable, Equatable {
    /// Why nothing was made.
    public enum Kind: String, Sendable, Codable {
        /// What the model was given was refused before it began.
        case blockedPrompt
        /// Something was made, or begun, and withheld.
        case blockedAnswer
        /// The model ended without making the picture that was wanted.
        case noImage
        /// The model wrote something in place of a picture.
        case textOnly
        /// There is nothing at all in the answer.
        case empty
    }

    /// Why nothing was made.
    public var kind: Kind
    /// The provider's word for it as sent, `IMAGE_SAFETY` for one; new words appear unannounced.
    public var reason: String?
    /// What the model wrote, or the provider's sentence about the reason; at most 2000 characters.
    public var text: String?
    /// What came.
    public var paid: PaidBody

    /// Creates an answer without what was wanted.
    public init(kind: Kind, reason: String?, text: String?, paid: PaidBody) {
        self.kind = kind
        self.reason = reason
        self.text = text
        self.paid = paid
    }
}
