/// An answer of the model without what was requested, charged like any other.
public struct EmptyAnswer: Sendable, Equatable {
    /// Why nothing was made.
    public enum Kind: String, Sendable, Codable {
        /// The prompt or the photo was refused before generation began.
        case blockedPrompt
        /// Something was at least partly made, but withheld.
        case blockedAnswer
        /// The model finished without making the requested picture.
        case noImage
        /// The model wrote text instead of making a picture.
        case textOnly
        /// The answer is empty.
        case empty
    }

    /// Why nothing was made.
    public var kind: Kind
    /// The provider's code as sent, such as `IMAGE_SAFETY`; new codes appear unannounced.
    public var reason: String?
    /// What the model wrote, or the provider's sentence about the reason; at most 2000 characters.
    public var text: String?
    /// The answer's body.
    public var paid: PaidBody
}
