/// An answer that came with a status of 200, so that it is charged, and cannot be used.
public struct UnreadableAnswer: Sendable, Equatable {
    /// What is wrong with the answer.
    public enum Kind: String, Sendable, Codable {
        /// The body is not JSON.
        case malformedJSON
        /// The body is JSON of another shape than the provider's answers have.
        case otherShape
        /// The body is an error in place of an answer.
        case errorInside
        /// The picture's base64 does not decode.
        case malformedBase64
        /// The picture's bytes are those of no picture.
        case notAPicture
        /// The words that were wanted are not JSON.
        case malformedWords
        /// The words that were wanted break their schema.
        case misfit
        /// The words that were wanted end at the bound of tokens, before they are whole.
        case cutOff
        /// The body passed the limit, and the transfer was aborted.
        case tooLarge
        /// The transfer ended before the body did: connection lost, deadline, or cancelled.
        case incomplete
    }

    /// What is wrong with the answer.
    public var kind: Kind
    /// What the body is instead of an answer, in a few words without the key.
    public var detail: String
    /// What came.
    public var paid: PaidBody

    /// Creates an unreadable answer.
    public init(kind: Kind, detail: String, paid: PaidBody) {
        self.kind = kind
        self.detail = detail
        self.paid = paid
    }
}
