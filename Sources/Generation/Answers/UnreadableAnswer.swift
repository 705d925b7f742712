/// An answer with status 200, and so charged, that is not usable.
public struct UnreadableAnswer: Sendable, Equatable {
    /// What is wrong with the answer.
    public enum Kind: String, Sendable, Codable {
        /// The body is not JSON.
        case malformedJSON
        /// The body is JSON, but not in the shape of the provider's answers.
        case otherShape
        /// The body is an error instead of an answer.
        case errorInside
        /// The picture's base64 does not decode.
        case malformedBase64
        /// The bytes are not those of a picture.
        case notAPicture
        /// The requested words are not JSON.
        case malformedWords
        /// The requested words break their schema.
        case misfit
        /// The requested words were cut off at the token limit.
        case cutOff
        /// The body exceeded the limit, and the transfer was aborted.
        case tooLarge
        /// The transfer ended before the body did: connection lost, deadline, or cancelled.
        case incomplete
    }

    /// What is wrong with the answer.
    public var kind: Kind
    /// What the body is instead of an answer, in a few words without the key.
    public var detail: String
    /// The answer's body.
    public var paid: PaidBody
}
